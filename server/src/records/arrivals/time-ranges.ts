import type { TimeRange } from '@fieldwatch/contract/time/times'

/** Times of records without large gaps between them. */
export interface Run {
  readonly first: number
  readonly last: number
}

const SHORT_GAP_MS = 60_000
/** With fewer records the usual gap is not known. */
const FEWEST_FOR_RHYTHM = 20
/** A gap this many times longer than usual parts two runs. */
const LONG_GAP = 4
/** The most runs: each costs a search for how long it has an effect. */
const MOST_RUNS = 100

/** Groups times into a bounded number of runs, so that one late record of last year does not cause a year of work. */
export function findRuns(times: readonly number[]): Run[] {
  const sorted = Float64Array.from(times).sort()
  const longest = longestGap(sorted)
  const runs: { first: number; last: number }[] = []
  for (const time of sorted) {
    const run = runs.at(-1)
    if (run !== undefined && time - run.last <= longest) run.last = time
    else runs.push({ first: time, last: time })
  }
  return runs
}

function longestGap(sorted: Float64Array): number {
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? time))
  gaps.sort()
  const usual = sorted.length < FEWEST_FOR_RHYTHM ? 0 : (gaps[gaps.length >> 1] ?? 0)
  return Math.max(SHORT_GAP_MS, LONG_GAP * usual, gaps.at(-MOST_RUNS) ?? 0)
}

/** Joins ranges that touch or overlap, in the order of time; nothing before `startAt`. */
export function joinRanges(ranges: readonly TimeRange[], startAt: number): TimeRange[] {
  const sorted = ranges
    .map(({ from, to }) => ({ from: Math.max(from, startAt), to }))
    .filter(({ from, to }) => from < to)
    .sort((one, other) => one.from - other.from)
  const joined: { from: number; to: number }[] = []
  for (const range of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push(range)
  }
  return joined
}
