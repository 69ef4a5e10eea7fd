/** From a moment on, up to another that is not in it any more. */
export interface TimeStretch {
  readonly from: number
  readonly to: number
}

/** Times of records that came at once: from the first to the last nothing much else lies in between. */
export interface Run {
  readonly first: number
  readonly last: number
}

const SHORT_GAP_MS = 60_000
/** From so many records on their usual distance is known. */
const FEWEST_FOR_RHYTHM = 20
/** A gap this many times longer than usual parts two runs. */
const LONG_GAP = 4

/** Sorts times into runs, so that a record of last year and one of now do not make a year of work. */
export function findRuns(times: readonly number[]): Run[] {
  const sorted = [...times].sort((one, other) => one - other)
  const longest = longestGap(sorted)
  const runs: { first: number; last: number }[] = []
  for (const time of sorted) {
    const run = runs.at(-1)
    if (run !== undefined && time - run.last <= longest) run.last = time
    else runs.push({ first: time, last: time })
  }
  return runs
}

function longestGap(sorted: readonly number[]): number {
  if (sorted.length < FEWEST_FOR_RHYTHM) return SHORT_GAP_MS
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? time))
  gaps.sort((one, other) => one - other)
  return Math.max(SHORT_GAP_MS, LONG_GAP * (gaps[gaps.length >> 1] ?? 0))
}

/** The same moments in stretches that do not touch, in the order of time; nothing before `startAt`. */
export function joinStretches(stretches: readonly TimeStretch[], startAt: number): TimeStretch[] {
  const sorted = stretches
    .map(({ from, to }) => ({ from: Math.max(from, startAt), to }))
    .filter(({ from, to }) => from < to)
    .sort((one, other) => one.from - other.from)
  const joined: { from: number; to: number }[] = []
  for (const stretch of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
    else joined.push(stretch)
  }
  return joined
}
