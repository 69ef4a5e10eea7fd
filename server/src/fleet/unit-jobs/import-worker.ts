import { answerParts } from '#platform/imports/part-worker.ts'
import { readUnitImport } from './read-unit-import.ts'

answerParts((_kind, body) => readUnitImport('csv', body))
