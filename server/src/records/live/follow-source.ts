import type { DataId, SourceName, UserId } from '@fieldwatch/contract/ids'
import { STREAM_BATCH } from '@fieldwatch/contract/live-addresses'
import type { ReadGate } from '#records/telemetry/read-gate.ts'
import { recordsJson } from '#records/telemetry/record-json.ts'
import type { RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import type { Source } from '#records/store/source-store.ts'
import type { StreamPosition } from '#records/telemetry/stream-cursor.ts'
import type { Arrival, Batch, RecordFeed } from './record-feed.ts'
import type { SseConnection } from './sse-connection.ts'

export interface FollowParts {
  readonly feed: RecordFeed
  readonly reader: RecordReader
  readonly findSource: (dataId: DataId, name: SourceName) => Promise<Source | undefined>
  /** Readings of all streams go through it, batch by batch. */
  readonly gate: ReadGate
}

interface Followed {
  readonly dataId: DataId
  readonly subject: SourceName
  /** Where to begin: a position, a moment from which on to replay, or only what arrives from now on. */
  readonly start: StreamPosition | { readonly kind: 'since'; readonly from: number } | { readonly kind: 'now' }
  readonly connection: SseConnection
  /** Whose stream it is. */
  readonly person: UserId
  readonly emit: (batch: Batch) => void
  /** The database failed: the reader has to come again. */
  readonly onError: (error: unknown) => void
}

/**
 * Readings of one person's streams at once, and of everybody's: a stretch that was missed is read batch by batch, and the connections that
 * are left are for those who wait for a page. Each stream waits for its turn, however many there are.
 */
export const REPLAYS = { atOnce: 2, waiting: Infinity, overall: 4 }

/** Records that may wait for the end of a reading; with more, the store is read instead. */
const HELD_RECORDS = 2_000

export interface SourceFollower {
  /** Sends what there is, up to a batch with fewer than 500 records, and from then on what arrives. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

/**
 * Follows a source without a gap and without repeating anything. It listens before it reads; what arrives while it reads is
 * held, and sent if the reading did not have it. What it did not hear of, or not in the order of arrival, is read from the
 * store. A reader who does not keep up is sent nothing until it does, and then what it missed is read from the store: nothing
 * piles up.
 */
export function followSource(parts: FollowParts, followed: Followed): SourceFollower {
  const { dataId, subject, connection, person, emit, onError } = followed
  let position: StreamPosition = { kind: 'arrivals', receivedAfter: 0, at: undefined }
  let reading = true
  let held: Arrival[] = []
  let missed = false
  /** When the records before the first ones arrived that were heard of. */
  let heardFrom = Infinity
  const stop = parts.feed.follow(dataId, subject, hear)
  return { start, stop }

  async function start(): Promise<void> {
    try {
      const source = await parts.findSource(dataId, subject)
      position = beginning(followed.start, source)
      if (followed.start.kind === 'now') position = notBehindHeld(position)
      if (followed.start.kind === 'now') send({ count: 0, json: '[]', position })
      else if (source === undefined) send({ count: 0, json: '[]', position })
      else await readAll(source.key, { sendEmpty: true })
      await goLive()
    } catch (error) {
      fail(error)
    }
  }

  /** A reading that ends because its reader has gone is none that failed. */
  function fail(error: unknown): void {
    if (!connection.closed) onError(error)
  }

  /** What arrived since we listen is new, even if the source was looked up only after it. */
  function notBehindHeld(from: StreamPosition): StreamPosition {
    return from.kind === 'arrivals' ? { ...from, receivedAfter: Math.min(from.receivedAfter, heardFrom) } : from
  }

  function hear(arrival: Arrival): void {
    if (reading) return hold(arrival)
    if (!connection.congested && deliver(arrival)) return
    reading = true
    missed = true
    goLive().catch(fail)
  }

  function hold(arrival: Arrival): void {
    heardFrom = Math.min(heardFrom, arrival.previousReceivedAt)
    held.push(arrival)
    if (held.reduce((sum, { count }) => sum + count, 0) <= HELD_RECORDS) return
    held = []
    missed = true
  }

  /** Reads what was missed until nothing is, and sends what was held. */
  async function goLive(): Promise<void> {
    do {
      if (missed) await readMissed()
      for (const arrival of held.splice(0).sort(byArrival)) if (!deliver(arrival)) missed = true
    } while (missed && !connection.closed)
    reading = false
  }

  async function readMissed(): Promise<void> {
    await connection.ready()
    missed = false
    held = []
    const source = await parts.findSource(dataId, subject)
    if (source !== undefined) await readAll(source.key, { sendEmpty: false })
  }

  /** False when it does not follow what was sent last, or is not at hand: then the store has to be read. */
  function deliver(arrival: Arrival): boolean {
    if (position.kind !== 'arrivals') return false
    if (arrival.receivedAt <= position.receivedAfter) return true
    const batch = arrival.previousReceivedAt > position.receivedAfter ? undefined : arrival.batch()
    if (batch !== undefined) send(batch)
    return batch !== undefined
  }

  async function readAll(sourceKey: number, options: { sendEmpty: boolean }): Promise<void> {
    let { sendEmpty } = options
    while (!connection.closed) {
      const replaying = position.kind === 'replay'
      const { records, batch } = await readBatch(sourceKey, position)
      if (batch.count > 0 || sendEmpty) send(batch)
      else position = batch.position
      await connection.ready()
      if (records.length === STREAM_BATCH) continue
      if (!replaying) return
      // The short batch has ended the replay; what arrived meanwhile follows only if there is any.
      sendEmpty = false
    }
  }

  async function readBatch(
    sourceKey: number,
    from: StreamPosition,
  ): Promise<{ records: StoredRecord[]; batch: Batch }> {
    const records = await parts.gate.run({ person, signal: connection.gone }, () =>
      from.kind === 'replay'
        ? parts.reader.readArrivedBy(sourceKey, { ...from, after: from.sent, limit: STREAM_BATCH })
        : parts.reader.readArrivals(sourceKey, { ...from, limit: STREAM_BATCH }),
    )
    return { records, batch: { count: records.length, json: recordsJson(records), position: behind(from, records) } }
  }

  function send(batch: Batch): void {
    ;({ position } = batch)
    emit(batch)
  }
}

function byArrival(one: Arrival, other: Arrival): number {
  return one.receivedAt - other.receivedAt
}

function beginning(start: Followed['start'], source: Source | undefined): StreamPosition {
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
function behind(from: StreamPosition, records: readonly StoredRecord[]): StreamPosition {
  const last = records.at(-1)
  const isFull = records.length === STREAM_BATCH
  if (from.kind === 'replay') {
    return isFull && last !== undefined
      ? { ...from, sent: last.at }
      : { kind: 'arrivals', receivedAfter: from.arrivedBy, at: undefined }
  }
  if (last === undefined) return from
  // More of the same commit may follow a full batch.
  return { kind: 'arrivals', receivedAfter: last.receivedAt, at: isFull ? last.at : undefined }
}
