import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { Bus, RecordsEvent } from '#platform/bus/bus.ts'
import { recordsJson } from '#records/telemetry/record-json.ts'
import type { StreamPosition } from '#records/telemetry/stream-cursor.ts'

/** Records of a source as a stream sends them, and the position behind them. */
export interface Batch {
  readonly count: number
  /** A JSON array. */
  readonly json: string
  readonly position: StreamPosition
}

/** The records of a source in one commit. */
export interface Arrival extends Omit<RecordsEvent, 'dataId' | 'source' | 'records'> {
  /** Undefined when the store has to be read. Built on the first call, and shared by all followers. */
  batch(): Batch | undefined
}

type Follower = (arrival: Arrival) => void

export type RecordFeed = ReturnType<typeof createRecordFeed>

/** Passes records of the bus to the followers of their source. */
export function createRecordFeed(bus: Bus) {
  const followers = new Map<string, Set<Follower>>()
  const stop = bus.subscribe('records', (event) => {
    const following = followers.get(idOf(event.dataId, event.source))
    if (following === undefined) return
    const arrival = arrivalOf(event)
    for (const follower of following) follower(arrival)
  })
  return {
    /** Returns the way to stop. */
    follow: (dataId: DataId, subject: SourceName, follower: Follower): (() => void) => {
      const id = idOf(dataId, subject)
      const following = followers.get(id) ?? new Set()
      followers.set(id, following)
      following.add(follower)
      return () => {
        following.delete(follower)
        if (following.size === 0 && followers.get(id) === following) followers.delete(id)
      }
    },
    close: stop,
  }
}

function idOf(dataId: DataId, subject: SourceName): string {
  return `${dataId}/${subject}`
}

function arrivalOf({ previousReceivedAt, receivedAt, count, records }: RecordsEvent): Arrival {
  let batch: Batch | undefined
  return {
    previousReceivedAt,
    receivedAt,
    count,
    batch: () => (batch ??= records && batchOf(receivedAt, records)),
  }
}

function batchOf(receivedAt: number, records: NonNullable<RecordsEvent['records']>): Batch {
  return {
    count: records.length,
    json: recordsJson(records.map((record) => ({ ...record, receivedAt }))),
    position: { kind: 'arrivals', receivedAfter: receivedAt, at: undefined },
  }
}
