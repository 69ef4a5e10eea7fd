import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { RecordsEvent } from '#platform/bus/bus.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import { recordsJson } from '#doors/telemetry/record-json.ts'
import type { StreamPosition } from '#doors/telemetry/stream-cursor.ts'
import type { Platform } from '#platform/floor.ts'

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

interface Followers {
  readonly dataId: DataId
  readonly name: SourceName
  readonly all: Set<Follower>
}

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  readonly sources: Pick<SourceStore, 'listLastReceived'>
}

const REST_MS = 500

export type RecordFeed = ReturnType<typeof createRecordFeed>

/** Passes records of the bus to the followers of their source, and says how far the store is when some may have been missed. */
export function createRecordFeed({ bus, sources, log }: Dependencies) {
  const followers = new Map<string, Followers>()
  const stops = [
    bus.subscribe('records', (event) => {
      if (followers.size === 0) return
      const following = followers.get(idOf(event.dataId, event.source))
      if (following === undefined) return
      const arrival = arrivalOf(event)
      for (const follower of following.all) follower(arrival)
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, compareWithStore),
  ]
  return {
    /** Returns the way to stop. */
    follow: (dataId: DataId, subject: SourceName, follower: Follower): (() => void) => {
      const id = idOf(dataId, subject)
      const following = followers.get(id) ?? { dataId, name: subject, all: new Set() }
      followers.set(id, following)
      following.all.add(follower)
      return () => {
        following.all.delete(follower)
        if (following.all.size === 0 && followers.get(id) === following) followers.delete(id)
      }
    },
    close: (): void => {
      for (const stop of stops) stop()
    },
  }

  async function compareWithStore(): Promise<void> {
    if (followers.size === 0) return
    for (const { dataId, name, lastReceivedAt } of await sources.listLastReceived([...followers.values()])) {
      const arrival = {
        previousReceivedAt: lastReceivedAt,
        receivedAt: lastReceivedAt,
        count: 0,
        batch: () => undefined,
      }
      for (const follower of followers.get(idOf(dataId, name))?.all ?? []) follower(arrival)
    }
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
