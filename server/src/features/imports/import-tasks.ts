import { type PackedColumns, memoryOfPacked, packColumns, unpackStretch } from '#doors/ingest/source-records.ts'
import type { StoredFieldType } from '#platform/database/tables.ts'
import { memoryOfStretch } from '#records/store/encode-stretch.ts'
import { memoryOfRecords } from '#records/store/packed-chunk.ts'
import { type Done, threadTask } from '#records/threads/thread-task.ts'
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
