import { parseArgs } from 'node:util'
import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { z } from 'zod'
import { UsageError } from './usage-error.ts'

export const USAGE = `Usage: fieldwatch COMMAND
  sign-in --url ADDRESS
      Asks for a token for programs (or reads it from standard input), checks it, and stores both for the other commands.
  sign-out
      Removes the stored token from this machine. Revoke it in Settings to end it.
  units [--entity NAME] [--search TEXT]
      Lists the units in reach.
  latest UNIT [SOURCE]
      Prints the newest record of each source of a unit, or of one.
  records UNIT SOURCE [--from TIME] [--to TIME] [--limit COUNT] [--newest]
      Prints records, the oldest first, or with --newest the newest first. 100 of them, unless --limit says otherwise.
  export UNIT SOURCE --out FILE [--format csv|xlsx|parquet] [--from TIME] [--to TIME] [--fields NAME,NAME]
                     [--units sent|metric|US|preferred] [--time-zone ZONE]
      Writes all records of a source to a file, or with --out - to standard output. The format follows from the name of the file.
  send UNIT SOURCE (FIELD=VALUE… [--time TIME] | --file FILE)
      Sends one record for a unit, or those of a file with JSON: one record, an array, or one record a line. --file - reads
      standard input.
  pull FOLDER [--overwrite]
      Writes labels, places, templates, units, event tables and alerts in reach as YAML.
  plan FOLDER [--prune] [--check]
      Shows what apply would change. With --check the exit code is 3 if that is anything.
  apply FOLDER [--prune] [--yes] [--tokens FILE]
      Shows the plan, asks, and makes the portal as the YAML in the folder says. --prune also removes what the files don't have.
      --tokens writes the tokens of new units to a file.

  --json prints JSON. Instead of signing in, set FIELDWATCH_URL and FIELDWATCH_TOKEN.
  Exit codes: 0 done, 1 failed or done in part, 2 wrong arguments or files, 3 changes found by plan --check.
  Guide: docs/guides/command-line.md
`

export const EXPORT_FORMATS = ['csv', 'xlsx', 'parquet'] as const

const text = z.string().min(1)
const flag = z.boolean().default(false)
const json = flag
const unitAndSource = { json, unit: DataId, source: SourceName }

const Command = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('sign-in'), url: text, json }),
  z.strictObject({ command: z.literal('sign-out'), json }),
  z.strictObject({ command: z.literal('units'), json, entity: text.optional(), search: text.optional() }),
  z.strictObject({ command: z.literal('latest'), json, unit: DataId, source: SourceName.optional() }),
  z.strictObject({
    command: z.literal('records'),
    ...unitAndSource,
    from: text.optional(),
    to: text.optional(),
    limit: z.coerce.number().int().min(1).default(100),
    newest: flag,
  }),
  z.strictObject({
    command: z.literal('export'),
    ...unitAndSource,
    out: text,
    format: z.enum(EXPORT_FORMATS).optional(),
    from: text.optional(),
    to: text.optional(),
    fields: text.optional(),
    units: z.enum(['sent', 'metric', 'US', 'preferred']).default('sent'),
    'time-zone': text.optional(),
  }),
  z.strictObject({
    command: z.literal('send'),
    ...unitAndSource,
    values: z.array(z.string()),
    time: text.optional(),
    file: text.optional(),
  }),
  z.strictObject({ command: z.literal('pull'), json, folder: text, overwrite: flag }),
  z.strictObject({ command: z.literal('plan'), json, folder: text, prune: flag, check: flag }),
  z.strictObject({
    command: z.literal('apply'),
    json,
    folder: text,
    prune: flag,
    yes: flag,
    tokens: text.optional(),
  }),
])
export type Command = z.infer<typeof Command>

/** The names of all commands. */
export const COMMANDS: readonly string[] = Command.options.flatMap(({ shape }) => [...shape.command.values])

export type CommandOf<Name extends Command['command']> = Extract<Command, { command: Name }>

/** The positional arguments of each command. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  latest: ['unit', 'source'],
  records: ['unit', 'source'],
  export: ['unit', 'source'],
  send: ['unit', 'source'],
  pull: ['folder'],
  plan: ['folder'],
  apply: ['folder'],
}

/** What is no option: words without dashes. */
const PLACED = new Set(['command', 'values', ...Object.values(PLACES).flat()])

/** The options of all commands: flags are given or not, the others have a value. */
const OPTIONS = Object.fromEntries(
  Command.options
    .flatMap(({ shape }) => Object.entries<z.ZodType>(shape))
    .filter(([name]) => !PLACED.has(name))
    .map(([name, schema]) => [name, { type: schema === flag ? 'boolean' : 'string' } as const]),
)

/** @throws UsageError */
export function parseArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  const [command = '', ...rest] = positionals
  const names = PLACES[command] ?? []
  const placed = Object.fromEntries(names.map((name, index) => [name, rest[index]]).filter(([, value]) => value))
  const more = rest.slice(names.length)
  if (command !== 'send' && more.length > 0) throw new UsageError(`${more.join(' ')}: one argument too many.`)
  const parsed = Command.safeParse({
    ...values,
    ...placed,
    ...(command === 'send' ? { values: more } : {}),
    command,
  })
  if (parsed.success) return parsed.data
  throw new UsageError(parsed.error.issues.map((issue) => sentenceOf(issue, names)).join('\n'))
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

const inEnglish = sentencesIn('en')

function sentenceOf(issue: z.core.$ZodIssue, names: readonly string[]): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map((key) => `--${key}`).join(', ')} is not an option of this command.`
  const name = String(issue.path[0])
  if (name === 'command') return 'Name a command.'
  const shown = names.includes(name) ? name.toUpperCase() : `--${name}`
  return issue.code === 'invalid_type' ? `${shown} is missing.` : `${shown}: ${inEnglish(issue.message)}`
}
