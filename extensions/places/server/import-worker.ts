import { answerParts } from '@fieldwatch/server/platform/imports/part-worker'
import { readPlaceImport } from './read-place-import.ts'

answerParts((_kind, body) => readPlaceImport('file', body))
