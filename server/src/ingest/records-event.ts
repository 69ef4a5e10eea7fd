import type { DataRecord, FieldValue } from '@fieldwatch/contract/data'
import type { BusEvents } from '#bus/bus.ts'
import { type Chunk, decodeChunk } from '#chunks/chunk.ts'
import { formatTime } from '#time/format-time.ts'
import type { SourceGroup, StoredRecord } from './record-group.ts'

/**
 * What the bus tells of the records of one source that one commit stored. They are written out for those who look at them: most
 * sources are followed by nobody.
 */
export function recordsEvent({ source, records, stretches }: SourceGroup, receivedAt: number): BusEvents['records'] {
  let written: DataRecord[] | undefined
  const chunks = stretches.flatMap((stretch) => stretch.chunks)
  return {
    dataId: source.dataId,
    subject: source.name,
    receivedAt,
    count: chunks.reduce((sum, { count }) => sum + count, records.length),
    get records() {
      return (written ??= allOf(records, chunks).map((record) => dataRecordOf(record, receivedAt)))
    },
  }
}

type ToldRecord = Pick<StoredRecord, 'at' | 'fields'>

function allOf(records: readonly ToldRecord[], chunks: readonly Chunk[]): readonly ToldRecord[] {
  if (chunks.length === 0) return records
  const all = new Map<number, ToldRecord>()
  for (const record of [...chunks.flatMap(recordsOf), ...records]) all.set(record.at, record)
  return [...all.values()].sort((one, other) => one.at - other.at)
}

function recordsOf(chunk: Chunk): ToldRecord[] {
  const { at, columns } = decodeChunk(chunk, 'a new chunk')
  return Array.from(at, (time, index) => {
    const fields = Object.create(null) as Record<string, FieldValue>
    for (const [field, values] of columns) {
      const value = values[index]
      if (value !== undefined) fields[field] = value
    }
    return { at: time, fields }
  })
}

function dataRecordOf({ at, fields }: ToldRecord, receivedAt: number): DataRecord {
  const times = { messageUTC: formatTime(at), recieveUTC: formatTime(receivedAt) }
  return { ...times, ...(fields as DataRecord) }
}
