import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import { STREAM_BATCH } from '@fieldwatch/contract/live-addresses'
import type { Bus, BusEvents } from '#bus/bus.ts'
import type { StreamPosition } from '#telemetry/stream-cursor.ts'

/** Records of a source as a stream sends them, and where it is behind them. */
export interface Batch {
  readonly count: number
  /** A JSON array. */
  readonly json: string
  readonly position: StreamPosition
}

/** What one commit brought to a source. */
export interface Arrival {
  readonly receivedAt: number
  readonly count: number
  /** Of at most 500 records each; made when first asked for, and shared between all who follow. */
  batches(): readonly Batch[]
}

type Follower = (arrival: Arrival) => void

export type RecordFeed = ReturnType<typeof createRecordFeed>

/** Hands records of the bus to those who follow their source. */
export function createRecordFeed(bus: Bus) {
  const followers = new Map<string, Set<Follower>>()
  const stop = bus.subscribe('records', (event) => {
    const following = followers.get(idOf(event.dataId, event.subject))
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

function arrivalOf(event: BusEvents['records']): Arrival {
  const { receivedAt, count } = event
  let batches: Batch[] | undefined
  return { receivedAt, count, batches: () => (batches ??= batchesOf(receivedAt, event.records)) }
}

function batchesOf(receivedAt: number, records: BusEvents['records']['records']): Batch[] {
  const batches: Batch[] = []
  for (let start = 0; start < records.length; start += STREAM_BATCH) {
    const part = records.slice(start, start + STREAM_BATCH)
    const isLast = start + STREAM_BATCH >= records.length
    const at = isLast ? undefined : Date.parse(part.at(-1)?.messageUTC ?? '')
    batches.push({
      count: part.length,
      json: JSON.stringify(part),
      position: { kind: 'arrivals', receivedAfter: receivedAt, at },
    })
  }
  return batches
}
