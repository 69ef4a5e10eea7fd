import { positionOf, type Position } from '#doors/ingest/unit-activity.ts'
import type { AsOf, Condition, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import type { LastRecord } from './last-activity.ts'

/** Records before the last one that are looked through when it has no position. */
const MOST_BEFORE = 100

const LOCATION = 'location' as SourceName

/** Finds where units were at a moment, as it is known now; undefined where none of their last records says so. */
export function createPositionAt({ db, reader }: { readonly db: Db; readonly reader: RecordReader }) {
  return async (dataId: DataId, at: number, signal: AbortSignal): Promise<Position | undefined> => {
    const source = await createSourceStore(db).find(dataId, LOCATION)
    if (source === undefined) return undefined
    const asOf: AsOf = { at, arrivedBy: undefined }
    const record = (await reader.readAsOf([source.key], asOf, signal)).get(source.key)
    return record && findPosition(reader, { key: source.key, record }, asOf, signal)
  }
}

export type PositionAt = ReturnType<typeof createPositionAt>

/** The last position of a unit up to a moment, as the map shows it; undefined when none of its last records has one. */
export async function findPosition(
  reader: Pick<RecordReader, 'readPage'>,
  { key, record }: Pick<LastRecord, 'key' | 'record'>,
  { at, arrivedBy }: AsOf,
  signal: AbortSignal,
): Promise<Position | undefined> {
  const position = positionIn(record)
  if (position !== undefined) return position
  const conditions: Condition[] = [{ kind: 'time', of: 'messageUTC', operator: '<=', at }]
  if (arrivedBy !== undefined) conditions.push({ kind: 'time', of: 'recieveUTC', operator: '<=', at: arrivedBy })
  const order = { field: 'messageUTC', direction: 'desc' } as const
  const before = await reader.readPage(key, { conditions, order, after: undefined, limit: MOST_BEFORE }, signal)
  for (const one of before) {
    const found = positionIn(one)
    if (found !== undefined) return found
  }
  return undefined
}

function positionIn({ at, fields }: StoredRecord): Position | undefined {
  return positionOf(JSON.parse(fields) as Record<string, unknown>, at)
}
