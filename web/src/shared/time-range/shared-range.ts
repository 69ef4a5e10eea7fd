import { LONGEST_SHARED_MINUTES, type SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { ChartWindow } from '#shared/charts/chart-window.ts'
import { type PickedRange, spanOfPicked } from './picked-range.ts'

/** The period that a link shows of a chart: one that moves along goes on doing so, another one stays as it is. */
export function sharedRangeOf(window: ChartWindow): SharedRange {
  return window.kind === 'rolling' ? lastOf(window.lengthMs) : betweenOf(window)
}

/** The period that a link shows of an event table; undefined is the most recent events. A range up to now moves with the time. */
export function sharedRangeOfPicked(range: PickedRange | undefined, now: number): SharedRange {
  if (range === undefined) return { kind: 'last', minutes: LONGEST_SHARED_MINUTES }
  const span = spanOfPicked(range, now)
  return range.kind === 'shortcut' && span.to >= now ? lastOf(span.to - span.from) : betweenOf(span)
}

function lastOf(lengthMs: number): SharedRange {
  return { kind: 'last', minutes: Math.max(1, Math.round(lengthMs / 60_000)) }
}

function betweenOf({ from, to }: TimeRange): SharedRange {
  return {
    kind: 'between',
    fromUTC: new Date(Math.floor(from)).toISOString(),
    toUTC: new Date(Math.ceil(to)).toISOString(),
  }
}
