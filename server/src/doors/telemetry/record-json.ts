import { formatTime } from '#platform/time/format-time.ts'
import type { StoredRecord } from '#records/store/record-reader.ts'

/** A record as every reply and stream writes it. Its fields are JSON already, and are not parsed. */
export function recordJson({ at, receivedAt, fields }: StoredRecord): string {
  const times = `{"messageUTC":"${formatTime(at)}","recieveUTC":"${formatTime(receivedAt)}"`
  return fields === '{}' ? `${times}}` : `${times},${fields.slice(1)}`
}

/** Records as a JSON array. */
export function recordsJson(records: readonly StoredRecord[]): string {
  return `[${records.map(recordJson).join(',')}]`
}
