import type { DataId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import { STREAM_BATCH } from '@fieldwatch/contract/api/live-addresses'
import type { ReadGate } from '#platform/http/read-gate.ts'
import { recordsJson } from '#doors/telemetry/record-json.ts'
import type { RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import type { Source } from '#records/store/source-store.ts'
import type { StreamPosition } from '#doors/telemetry/stream-cursor.ts'
import type { Arrival, Batch, RecordFeed } from './record-feed.ts'
import type { SseConnection } from './sse-connection.ts'

export interface FollowParts {
  readonly feed: RecordFeed
  readonly reader: RecordReader
  readonly findSource: (dataId: DataId, name: SourceName) => Promise<Source | undefined>
  /** Limits the reads of all streams, batch by batch. */
  readonly gate: ReadGate
}

export interface Followed {
  readonly dataId: DataId
  readonly subject: SourceName
  readonly start: StreamStart
  readonly connection: SseConnection
  /** Whose stream it is. */
  readonly person: UserId
  readonly emit: (batch: Batch) => void
  /** Called when the database failed: the client has to reconnect. */
  readonly onError: (error: unknown) => void
}

/**
 * Limits of reads for replays: batches of one user's streams at once, and of all users. Missed records are read batch by batch,
 * each stream in its turn, so that connections are left for requests.
 */
export const REPLAYS = { atOnce: 2, waiting: Infinity, overall: 4 }

export interface SourceFollower {
  /** Sends stored records, up to a batch with fewer than 500, and from then on what arrives. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

/**
 * Follows a source without gaps or repetitions. It subscribes before it reads; arrivals during a read are held, and sent unless
 * the read had them. Missed or reordered events make it read the store. A slow client is sent nothing until it catches up, and
 * then its missed records are read from the store, so that nothing piles up.
 */
export function followSource(parts: FollowParts, followed: Followed): SourceFollower {
  const { dataId, subject, connection, emit, onError } = followed
  let position: StreamPosition = { kind: 'arrivals', receivedAfter: 0, at: undefined }
  let reading = true
  const held = createHeldArrivals()
  const readBatch = createBatchReader(parts, followed)
  let missed = false
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

  /** A read that was aborted because its client left is not a failure. */
  function fail(error: unknown): void {
    if (!connection.closed) onError(error)
  }

  /** Everything that arrived since subscribing is new, even if the source was looked up later. */
  function notBehindHeld(from: StreamPosition): StreamPosition {
    return from.kind === 'arrivals' ? { ...from, receivedAfter: Math.min(from.receivedAfter, held.heardFrom()) } : from
  }

  function hear(arrival: Arrival): void {
    if (reading) {
      if (!held.hold(arrival)) missed = true
      return
    }
    if (!connection.congested && deliver(arrival)) return
    reading = true
    missed = true
    goLive().catch(fail)
  }

  /** Reads missed records until none are left, and sends the held ones. */
  async function goLive(): Promise<void> {
    do {
      if (missed) await readMissed()
      for (const arrival of held.release()) if (!deliver(arrival)) missed = true
    } while (missed && !connection.closed)
    reading = false
  }

  async function readMissed(): Promise<void> {
    await connection.ready()
    missed = false
    held.release()
    const source = await parts.findSource(dataId, subject)
    if (source !== undefined) await readAll(source.key, { sendEmpty: false })
  }

  /** False when the arrival does not follow what was sent last, or is not in memory: the store has to be read. */
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
      // The replay has ended with a short batch; later batches are only sent when they have records.
      sendEmpty = false
    }
  }

  function send(batch: Batch): void {
    ;({ position } = batch)
    emit(batch)
  }
}

/**
 * Starts one follower after the other, so that a page with many sources does not take every database connection. Returns the way to stop
 * them.
 */
export function followInTurn(followers: readonly SourceFollower[]): () => void {
  void startInTurn(followers)
  return () => {
    for (const { stop } of followers) stop()
  }
}

async function startInTurn(followers: readonly SourceFollower[]): Promise<void> {
  for (const { start } of followers) await start()
}

/** Reads the records behind a position, in its turn among the reads of all streams. */
function createBatchReader({ gate, reader }: FollowParts, { person, connection }: Followed) {
  return async (
    sourceKey: number,
    from: StreamPosition,
  ): Promise<{ records: readonly StoredRecord[]; batch: Batch }> => {
    const records = await gate.run({ person, signal: connection.gone }, () =>
      from.kind === 'replay'
        ? reader.readArrivedBy(sourceKey, { ...from, after: from.sent, limit: STREAM_BATCH })
        : reader.readArrivals(sourceKey, { ...from, limit: STREAM_BATCH }),
    )
    return { records, batch: { count: records.length, json: recordsJson(records), position: behind(from, records) } }
  }
}

/** The most records that are held during a read; with more, the store is read instead. */
const HELD_RECORDS = 2_000

/** Arrivals that are published during a read of the store, and sent after it unless the read had them. */
function createHeldArrivals() {
  let held: Arrival[] = []
  let heardFrom = Infinity

  return {
    /** The previous arrival of the earliest event that was held, ever. */
    heardFrom: (): number => heardFrom,

    /** False when that makes too many records: none is held then, and the store has to be read. */
    hold: (arrival: Arrival): boolean => {
      heardFrom = Math.min(heardFrom, arrival.previousReceivedAt)
      held.push(arrival)
      if (held.reduce((sum, { count }) => sum + count, 0) <= HELD_RECORDS) return true
      held = []
      return false
    },

    /** Gives them up, in the order of arrival. */
    release: (): Arrival[] => held.splice(0).sort((one, other) => one.receivedAt - other.receivedAt),
  }
}

/** Where to begin: at a position, with a replay from a moment, or with what arrives from now on. */
export type StreamStart = StreamPosition | { readonly kind: 'since'; readonly from: number } | { readonly kind: 'now' }

/** Where a stream begins in a source as it is now; in one that does not exist yet, with whatever arrives. */
function beginning(start: StreamStart, source: Source | undefined): StreamPosition {
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
  // A full batch may end within a commit, so the position keeps the time.
  return { kind: 'arrivals', receivedAfter: last.receivedAt, at: isFull ? last.at : undefined }
}
