import type { FieldValue, LastValue } from '@fieldwatch/contract/telemetry/data'
import { countsFrom } from '@fieldwatch/contract/time/future-times'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { FieldUnitStore } from '#records/store/field-unit-store.ts'
import type { RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import type { SourceReader, SourceStore } from '#records/store/source-store.ts'
import { readCurrent } from './current-data.ts'

interface Dependencies {
  readonly sources: Pick<SourceStore, 'listKeysOfUnits' | 'find'>
  readonly reader: RecordReader
  readonly units: FieldUnitStore
}

interface Asked {
  readonly dataIDs: readonly DataId[]
  readonly subject: SourceName
  readonly field: string
  readonly reader: SourceReader
  readonly now: number
}

/**
 * The last value of one field of each of some units in reach. For nearly all it is in the newest record, which is read for all at once;
 * a source whose newest record lacks the field, or was ahead of its arrival, is read by itself.
 */
export async function readLastValues(
  { sources, reader, units }: Dependencies,
  { dataIDs, subject, field, reader: person, now }: Asked,
  signal: AbortSignal,
): Promise<LastValue[]> {
  const list = await sources.listKeysOfUnits(dataIDs, subject, person)
  const latest = await reader.readLatest(
    list.map(({ key }) => key),
    signal,
  )
  const unitOf = await units.list({ dataIds: list.map(({ dataId }) => dataId), source: subject, field })
  const found: LastValue[] = []
  for (const { dataId, key } of list) {
    const newest = latest.get(key)
    if (newest === undefined) continue
    const last = inNewest(newest, field) ?? (await lookBack(dataId))
    const unit = unitOf.get(dataId)
    if (last !== undefined) found.push({ dataID: dataId, ...last, ...(unit === undefined ? {} : { unit }) })
  }
  return found

  async function lookBack(dataId: DataId): Promise<Last | undefined> {
    signal.throwIfAborted()
    const source = await sources.find(dataId, subject)
    if (source === undefined || !Object.hasOwn(source.types, field)) return undefined
    const { records, older } = await readCurrent(reader, source, { now, limit: 1, fields: [field] }, signal)
    for (const record of [...records, ...older]) {
      const last = valueIn(record, field)
      if (last !== undefined) return last
    }
    return undefined
  }
}

type Last = Pick<LastValue, 'atUTC' | 'value'>

/** Undefined when an older record may count later. */
function inNewest(record: StoredRecord, field: string): Last | undefined {
  return record.at > record.receivedAt ? undefined : valueIn(record, field)
}

function valueIn({ at, receivedAt, fields }: StoredRecord, field: string): Last | undefined {
  const values = JSON.parse(fields) as Readonly<Record<string, FieldValue>>
  const value = Object.hasOwn(values, field) ? values[field] : undefined
  if (value === undefined || value === null) return undefined
  return { atUTC: new Date(countsFrom(at, receivedAt)).toISOString(), value }
}
