import { csvLine } from '@fieldwatch/contract/text/csv'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { formatTime } from '#platform/time/format-time.ts'
import type { RecordReader, StoredRecord } from '#records/store/record-reader.ts'

/** A column of an export. */
export interface ExportedField {
  readonly name: string
  /** Its name when left out. */
  readonly heading?: string
  /** A number as it is written; as it was sent when left out. */
  readonly write?: ((sent: number) => number) | undefined
}

interface Asked extends TimeRange {
  readonly fields: readonly ExportedField[]
  readonly signal: AbortSignal
}

/** Writes the records of a range as CSV, block by block, as fast as they are taken. */
export async function* exportCsv(
  reader: RecordReader,
  sourceKey: number,
  { fields, signal, ...range }: Asked,
): AsyncGenerator<string> {
  yield csvLine(['messageUTC', 'recieveUTC', ...fields.map(({ name, heading = name }) => heading)])
  for await (const records of reader.readRange(sourceKey, range, signal)) {
    yield records.map((record) => recordLine(record, fields)).join('')
  }
}

function recordLine({ at, receivedAt, fields: json }: StoredRecord, fields: readonly ExportedField[]): string {
  const values = JSON.parse(json) as Readonly<Record<string, FieldValue>>
  return csvLine([
    formatTime(at),
    formatTime(receivedAt),
    ...fields.map(({ name, write }) => {
      const value = Object.hasOwn(values, name) ? values[name] : null
      return write !== undefined && typeof value === 'number' ? write(value) : value
    }),
  ])
}
