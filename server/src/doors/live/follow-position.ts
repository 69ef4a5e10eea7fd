import { STREAM_BATCH } from '@fieldwatch/contract/api/live-addresses'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { Source } from '#records/store/source-store.ts'
import type { StreamPosition } from '#doors/telemetry/stream-cursor.ts'

/** Where to begin: at a position, with a replay from a moment, or with what arrives from now on. */
export type StreamStart = StreamPosition | { readonly kind: 'since'; readonly from: number } | { readonly kind: 'now' }

/** Where a stream begins in a source as it is now; in one that does not exist yet, with whatever arrives. */
export function beginning(start: StreamStart, source: Source | undefined): StreamPosition {
  const arrivedBy = source?.lastReceivedAt ?? 0
  switch (start.kind) {
    case 'since':
      return { kind: 'replay', from: start.from, sent: undefined, arrivedBy }
    case 'now':
      return { kind: 'arrivals', receivedAfter: arrivedBy, at: undefined }
    default:
      return start
  }
}

/** The position behind records that were read from one. */
export function behind(from: StreamPosition, records: readonly StoredRecord[]): StreamPosition {
  const last = records.at(-1)
  const isFull = records.length === STREAM_BATCH
  if (from.kind === 'replay') {
    return isFull && last !== undefined
      ? { ...from, sent: last.at }
      : { kind: 'arrivals', receivedAfter: from.arrivedBy, at: undefined }
  }
  if (last === undefined) return from
  // A full batch may end within a commit, so the position keeps the time.
  return { kind: 'arrivals', receivedAfter: last.receivedAt, at: isFull ? last.at : undefined }
}
