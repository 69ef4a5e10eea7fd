import { csvLine } from '@fieldwatch/contract/text/csv'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { formatTime } from '#platform/time/format-time.ts'
import type { RecordReader, StoredRecord } from '#records/store/record-reader.ts'

/** Writes the records of a range as CSV, block by block, as fast as they are taken. */
export async function* exportCsv(
  reader: RecordReader,
  sourceKey: number,
  { fields, signal, ...range }: TimeRange & { readonly fields: readonly string[]; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  yield csvLine(['messageUTC', 'recieveUTC', ...fields])
  for await (const records of reader.readRange(sourceKey, range, signal)) {
    yield records.map((record) => recordLine(record, fields)).join('')
  }
}

function recordLine({ at, receivedAt, fields: json }: StoredRecord, fields: readonly string[]): string {
  const values = JSON.parse(json) as Readonly<Record<string, FieldValue>>
  return csvLine([
    formatTime(at),
    formatTime(receivedAt),
    ...fields.map((name) => (Object.hasOwn(values, name) ? values[name] : null)),
  ])
}
