import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { TimeRange } from '@fieldwatch/contract/time/times'

/** What the live view keeps and shows at most. */
export const LIVE_WINDOW_MS = 24 * 60 * MINUTE_MS

/** The narrowest window that zooming reaches. */
const NARROWEST_MS = 1000

/** What a chart shows: the last stretch of time, which moves along, or a fixed custom range. */
export type ChartWindow = { kind: 'rolling'; lengthMs: number } | ({ kind: 'custom' } & TimeRange)

/** The automatic range of live mode. Like a chosen range it is also the extent of its charts: all that they can show. */
export const AUTOMATIC_WINDOW: ChartWindow = { kind: 'rolling', lengthMs: LIVE_WINDOW_MS }

/** The span that a window covers now. */
export function spanOf(window: ChartWindow, now: number): TimeRange {
  return window.kind === 'rolling' ? { from: now - window.lengthMs, to: now } : { from: window.from, to: window.to }
}

/**
 * The window after zooming to a span. In live mode exactly 24 hours is the automatic range again; in a chosen range it is
 * all of it. Anything else is a custom range.
 */
export function zoomedTo(span: TimeRange, extent: ChartWindow): ChartWindow {
  const from = Math.round(span.from)
  const to = Math.round(span.to)
  const automatic = extent.kind === 'rolling' ? to - from === extent.lengthMs : from <= extent.from && to >= extent.to
  return automatic ? extent : { kind: 'custom', from, to }
}

interface StretchOptions {
  /** The moment that stays where it is. */
  around: number
  /** Over 1 it stretches, under 1 it narrows. */
  factor: number
  /** What can be shown at most. */
  bounds: TimeRange
}

/** Stretches or narrows a span, within bounds. */
export function stretched(span: TimeRange, { around, factor, bounds }: StretchOptions): TimeRange {
  const longest = bounds.to - bounds.from
  const length = Math.min(longest, Math.max(NARROWEST_MS, (span.to - span.from) * factor))
  const share = (around - span.from) / (span.to - span.from)
  return within({ from: around - length * share, to: around + length * (1 - share) }, bounds)
}

/** Moves a span by a share of its length, within bounds. */
export function moved(span: TimeRange, { share, bounds }: { share: number; bounds: TimeRange }): TimeRange {
  const by = (span.to - span.from) * share
  return within({ from: span.from + by, to: span.to + by }, bounds)
}

/** Moves a span, unchanged in length, so that it lies within bounds. */
function within(span: TimeRange, bounds: TimeRange): TimeRange {
  const past = Math.max(0, span.to - bounds.to)
  const before = Math.max(0, bounds.from - (span.from - past))
  return { from: span.from - past + before, to: span.to - past + before }
}
