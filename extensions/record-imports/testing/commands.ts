import { parseImportArguments } from '../server/commands/import-arguments.ts'

/** Reads the arguments of commands in guides. */
export const PARSERS = { import: parseImportArguments }
