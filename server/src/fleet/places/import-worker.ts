import { answerParts } from '#platform/imports/part-worker.ts'
import { readPlaceImport } from './read-place-import.ts'

answerParts((_kind, body) => readPlaceImport('file', body))
