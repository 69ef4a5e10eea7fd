import type { EntityId } from '@fieldwatch/contract/api/ids'
import { importPlaces } from '../contract/place-files.ts'
import { parseImportBody } from '@fieldwatch/server/platform/imports/parse-import-body'
import { readPlaceFile, type ReadPlaces } from './read-place-file.ts'

/** What is known of an import before its places. */
interface PlaceImportHead {
  readonly entity: EntityId | undefined
}

export type PlaceImportPart = PlaceImportHead | ReadPlaces

/** Its two fields, and a few unknown ones. */
const BOUNDS = { values: 32, depth: 4 }

/**
 * Reads the body of an import: first whose places they are to be, then its places, some at a time.
 * @throws DomainError request/malformed-json, request/too-large, request/invalid, place/file-unreadable, place/too-many, place/too-many-positions
 */
export function* readPlaceImport(_kind: 'file', body: Buffer): Generator<PlaceImportPart, void> {
  const { entity, text } = parseImportBody(importPlaces.body, body, BOUNDS)
  yield { entity }
  yield* readPlaceFile(text)
}
