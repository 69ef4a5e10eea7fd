/** Gaps from which something can be learned. */
const LEAST_GAPS = 5
/** Of a source of which nothing can be learned yet. */
const UNKNOWN_MS = 60 * 60_000
const LEAST_MS = 60_000
/** Rare long gaps do not count. */
const QUANTILE = 0.95
const TIMES = 2

/**
 * After how long without a record a source counts as silent, learned from when its records arrived (epoch milliseconds, in order): twice
 * the gap that is seldom exceeded. Records that arrive together are one arrival, so that a unit that sends once an hour what it measured
 * each minute is not silent in between.
 */
export function learnCadence(arrivals: readonly number[]): number {
  const gaps: number[] = []
  for (const [index, at] of arrivals.entries()) {
    const before = arrivals[index - 1]
    if (before !== undefined && at > before) gaps.push(at - before)
  }
  if (gaps.length < LEAST_GAPS) return UNKNOWN_MS
  const sorted = gaps.toSorted((one, other) => one - other)
  const usual = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * QUANTILE))] ?? UNKNOWN_MS
  return Math.max(LEAST_MS, usual * TIMES)
}
