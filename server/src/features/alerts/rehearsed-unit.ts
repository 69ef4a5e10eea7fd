import { MOST_REHEARSED_EVENTS, type Rehearsal } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { formatTime, formatTimeOrNull } from '#platform/time/format-time.ts'
import { countMessages, type PastEvent } from './count-messages.ts'

export type RehearsedUnit = Rehearsal['units'][number]

interface FoundEvents {
  readonly dataId: DataId
  readonly events: readonly PastEvent[]
  /** Up to when was looked. */
  readonly end: number
  readonly isCut: boolean
  readonly intervalMs: number
}

/** What an alert would have done on a unit. */
export function describeUnit({ dataId, events, end, isCut, intervalMs }: FoundEvents) {
  const lengthOf = ({ startAt, endAt }: PastEvent): number => (endAt ?? end) - startAt
  return {
    dataID: dataId,
    count: events.length,
    durationSeconds: Math.round(sum(events.map(lengthOf)) / 1_000),
    messages: countMessages(events, intervalMs, end),
    isCut,
    events: events.slice(-MOST_REHEARSED_EVENTS).map((event) => ({
      startUTC: formatTime(event.startAt),
      endUTC: formatTimeOrNull(event.endAt),
      durationSeconds: Math.round(lengthOf(event) / 1_000),
      value: event.value ?? null,
    })),
  }
}

/** What it would have done on all of them. */
export function summariseUnits(units: RehearsedUnit[], { from, to }: TimeRange): Rehearsal {
  return {
    fromUTC: formatTime(from),
    toUTC: formatTime(to),
    count: sum(units.map(({ count }) => count)),
    durationSeconds: sum(units.map(({ durationSeconds }) => durationSeconds)),
    messages: sum(units.map(({ messages }) => messages)),
    units,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
