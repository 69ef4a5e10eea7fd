import {
  type PackedColumns,
  memoryOfPacked,
  packColumns,
  unpackStretch,
} from '@fieldwatch/server/doors/ingest/source-records'
import type { StoredFieldType } from '@fieldwatch/server/platform/database/tables'
import { memoryOfStretch } from '@fieldwatch/server/records/store/encode-stretch'
import { memoryOfRecords } from '@fieldwatch/server/records/store/packed-chunk'
import { type Done, threadTask } from '@fieldwatch/server/records/threads/thread-task'
import { type PlacedRecords, placeRecords, type Placing } from './place-records.ts'
import { type FilePart, type PartRecords, readPart } from './read-part.ts'

/** The records of a part on their way between threads; the main thread looks at none of their values. */
export interface PackedPart extends Omit<PartRecords, 'records'> {
  readonly packed: PackedColumns
  readonly types: ReadonlyMap<string, StoredFieldType>
}

export function read(given: FilePart): Done<PackedPart> {
  const { records, ...part } = readPart(given)
  const packed = packColumns(records)
  const { buffer } = given.bytes
  return {
    result: { ...part, packed, types: records.types },
    memory: memoryOfPacked(packed),
    spent: [...(buffer instanceof ArrayBuffer ? [buffer] : []), ...memoryOfRecords(records)],
  }
}

interface PackedPlacing extends Omit<Placing, 'at' | 'columns'> {
  readonly packed: PackedColumns
}

export function place({ packed, ...given }: PackedPlacing): Done<PlacedRecords> {
  const result = placeRecords({ ...unpackStretch(packed, 0), ...given })
  return { result, memory: memoryOfStretch(result), spent: memoryOfPacked(packed) }
}

export const READ_PART = threadTask(import.meta.url, read)
export const PLACE_RECORDS = threadTask(import.meta.url, place)
