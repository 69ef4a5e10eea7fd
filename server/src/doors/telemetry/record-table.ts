import type { Table, TableRow } from '@fieldwatch/contract/tables/table'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { TimeRange } from '@fieldwatch/contract/time/times'
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

/** The headings of times in files for programs. */
const TIMES = ['messageUTC', 'recieveUTC'] as const

/** The records of a range as a table: both times, then the fields. */
export function recordTable(
  reader: RecordReader,
  sourceKey: number,
  { times = TIMES, ...asked }: Asked & { readonly times?: readonly string[] },
): Table {
  const fields = asked.fields.map(({ name, heading = name }) => ({ heading }))
  return {
    columns: [...times.map((heading) => ({ heading, hasMoments: true })), ...fields],
    blocks: rowsOf(reader, sourceKey, asked),
  }
}

async function* rowsOf(
  reader: RecordReader,
  sourceKey: number,
  { fields, signal, arrivedBy = Infinity, ...range }: Asked,
): AsyncGenerator<TableRow[]> {
  for await (const records of reader.readRange(sourceKey, range, signal)) {
    const arrived = records.filter(({ receivedAt }) => receivedAt <= arrivedBy)
    yield arrived.map((record) => [new Date(record.at), new Date(record.receivedAt), ...valuesOf(record, fields)])
  }
}

function valuesOf({ fields: json }: StoredRecord, fields: readonly ExportedField[]): (FieldValue | undefined)[] {
  const values = JSON.parse(json) as Readonly<Record<string, FieldValue>>
  return fields.map(({ name, write }) => {
    const value = Object.hasOwn(values, name) ? values[name] : null
    return write !== undefined && typeof value === 'number' ? write(value) : value
  })
}
