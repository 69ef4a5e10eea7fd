import { answerParts } from '#platform/imports/part-worker.ts'
import { type ImportKind, readImport } from './read-import.ts'

// The routes send no other kind.
answerParts((kind, body) => readImport(kind as ImportKind, body))
