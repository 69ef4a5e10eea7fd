import { csvLine } from '@fieldwatch/contract/text/csv'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { TableCell } from '#platform/tables/table.ts'
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
  /** Records that arrived later are left out. */
  readonly arrivedBy?: number | undefined
}

/** Writes the records of a range as CSV, block by block, as fast as they are taken. */
export async function* exportCsv(
  reader: RecordReader,
  sourceKey: number,
  { fields, signal, arrivedBy = Infinity, ...range }: Asked,
): AsyncGenerator<string> {
  yield csvLine(['messageUTC', 'recieveUTC', ...fields.map(({ name, heading = name }) => heading)])
  for await (const records of reader.readRange(sourceKey, range, signal)) {
    const arrived = records.filter(({ receivedAt }) => receivedAt <= arrivedBy)
    yield arrived.map((record) => recordLine(record, fields)).join('')
  }
}

function recordLine(record: StoredRecord, fields: readonly ExportedField[]): string {
  return csvLine([formatTime(record.at), formatTime(record.receivedAt), ...valuesOf(record, fields)])
}

/** The records of a range as rows of a table: both times, then the fields. */
export async function* exportRows(
  reader: RecordReader,
  sourceKey: number,
  { fields, signal, ...range }: Asked,
): AsyncGenerator<TableCell[][]> {
  for await (const records of reader.readRange(sourceKey, range, signal)) {
    yield records.map((record) => [new Date(record.at), new Date(record.receivedAt), ...valuesOf(record, fields)])
  }
}

function valuesOf({ fields: json }: StoredRecord, fields: readonly ExportedField[]): (FieldValue | undefined)[] {
  const values = JSON.parse(json) as Readonly<Record<string, FieldValue>>
  return fields.map(({ name, write }) => {
    const value = Object.hasOwn(values, name) ? values[name] : null
    return write !== undefined && typeof value === 'number' ? write(value) : value
  })
}
