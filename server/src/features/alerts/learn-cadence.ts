import { HOUR_MS } from '@fieldwatch/contract/time/durations'

/** Gaps from which something can be learned. */
const LEAST_GAPS = 5
/** Where nothing can be learned yet. */
const UNKNOWN_MS = HOUR_MS
const LEAST_MS = 60_000
/** Rare long gaps do not count. */
const QUANTILE = 0.95
const TIMES = 2

/**
 * After how long without a record a unit counts as silent, learned from when the records of its sources arrived (epoch milliseconds, in
 * order): twice the gap that is seldom exceeded, of the source that sends most often. Records that arrive together are one arrival, so
 * that a unit that sends once an hour what it measured each minute is not silent in between. A source with few gaps teaches nothing
 * beside others; alone it may be silent for twice the longest of them.
 */
export function learnCadence(sources: readonly (readonly number[])[]): number {
  const gaps = sources.map(gapsOf)
  const usual = gaps.filter(({ length }) => length >= LEAST_GAPS).map(usualOf)
  if (usual.length > 0) return Math.max(LEAST_MS, Math.min(...usual) * TIMES)
  return Math.max(UNKNOWN_MS, ...gaps.map((few) => (few.at(-1) ?? 0) * TIMES))
}

/** The shortest first. */
function gapsOf(arrivals: readonly number[]): number[] {
  const gaps: number[] = []
  for (const [index, at] of arrivals.entries()) {
    const before = arrivals[index - 1]
    if (before !== undefined && at > before) gaps.push(at - before)
  }
  return gaps.sort((one, other) => one - other)
}

function usualOf(sorted: readonly number[]): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * QUANTILE))] ?? UNKNOWN_MS
}
