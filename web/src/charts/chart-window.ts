const MINUTE_MS = 60_000

/** What the live view keeps and shows at most. */
export const LIVE_WINDOW_MS = 24 * 60 * MINUTE_MS

/** The narrowest window that zooming reaches. */
const NARROWEST_MS = 1000

export interface TimeSpan {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
}

/** What a chart shows: the last stretch of time, which moves along, or a custom range that stands still. */
export type ChartWindow = { kind: 'rolling'; lengthMs: number } | ({ kind: 'custom' } & TimeSpan)

export const AUTOMATIC_WINDOW: ChartWindow = { kind: 'rolling', lengthMs: LIVE_WINDOW_MS }

/** The span that a window covers now. */
export function spanOf(window: ChartWindow, now: number): TimeSpan {
  return window.kind === 'rolling' ? { from: now - window.lengthMs, to: now } : { from: window.from, to: window.to }
}

/** The window after zooming to a span: exactly 24 hours is the automatic range again, anything else a custom range. */
export function zoomedTo(span: TimeSpan): ChartWindow {
  const from = Math.round(span.from)
  const to = Math.round(span.to)
  return to - from === LIVE_WINDOW_MS ? AUTOMATIC_WINDOW : { kind: 'custom', from, to }
}

/** Stretches (`factor` over 1) or narrows a span around a moment that stays where it is, within the last 24 hours. */
export function stretched(
  span: TimeSpan,
  { around, factor, now }: { around: number; factor: number; now: number },
): TimeSpan {
  const length = Math.min(LIVE_WINDOW_MS, Math.max(NARROWEST_MS, (span.to - span.from) * factor))
  const share = (around - span.from) / (span.to - span.from)
  return within({ from: around - length * share, to: around + length * (1 - share) }, now)
}

/** Moves a span by a share of its length, within the last 24 hours. */
export function moved(span: TimeSpan, { share, now }: { share: number; now: number }): TimeSpan {
  const by = (span.to - span.from) * share
  return within({ from: span.from + by, to: span.to + by }, now)
}

/** Moves a span, unchanged in length, so that it lies in the live window. */
function within(span: TimeSpan, now: number): TimeSpan {
  const past = Math.max(0, span.to - now)
  const before = Math.max(0, now - LIVE_WINDOW_MS - (span.from - past))
  return { from: span.from - past + before, to: span.to - past + before }
}
