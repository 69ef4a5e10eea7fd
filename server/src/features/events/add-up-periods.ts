/** An occurrence that lies across the beginning or the end of a period. Epoch milliseconds. */
export interface Across {
  readonly startAt: number
  /** The end, or the last record of one that is ongoing. */
  readonly endAt: number
  readonly goesOn: boolean
}

/** The occurrences that begin in a period, as long as they are. */
export interface PeriodSum {
  /** The index of the period. */
  readonly place: number
  readonly count: number
  readonly durationMs: number
  readonly longest: Longest
}

export interface Longest {
  readonly startAt: number
  readonly durationMs: number
}

/** What lies in a period: an occurrence counts in each one that it touches. */
export interface Period {
  count: number
  durationMs: number
}

export interface PeriodTotals {
  readonly count: number
  readonly durationMs: number
  /** The longest occurrence, the first of equally long ones; undefined when there is none. */
  readonly longest: Longest | undefined
  readonly periods: readonly Period[]
}

/** Where sums have to end, so that nothing in them lies across the end of the range. */
export function endOfSums(across: readonly Across[], to: number): number {
  return across.find((one) => reachOf(one) > to)?.startAt ?? to
}

/** Cuts what lies across bounds out of the sums of whole occurrences, and gives each period its part of it. */
export function addUpPeriods(
  bounds: readonly number[],
  sums: readonly PeriodSum[],
  across: readonly Across[],
): PeriodTotals {
  const [from = 0, to = from] = [bounds[0], bounds.at(-1)]
  const periods = bounds.slice(1).map((): Period => ({ count: 0, durationMs: 0 }))
  let count = 0
  let longest: Longest | undefined
  const note = (one: Longest): void => {
    if (longest === undefined || isLonger(one, longest)) longest = one
  }
  for (const sum of sums) {
    const period = periods[sum.place]
    if (period === undefined) continue
    period.count += sum.count
    period.durationMs += sum.durationMs
    count += sum.count
    note(sum.longest)
  }
  const end = endOfSums(across, to)
  for (const one of across) {
    const { startAt, endAt } = one
    const isSummed = startAt >= from && startAt < end
    if (!isSummed) {
      count += 1
      note({ startAt, durationMs: partOf(one, from, to) })
    }
    for (const [place, period] of periods.entries()) {
      const [begin = 0, stop = 0] = [bounds[place], bounds[place + 1]]
      const beginsHere = startAt >= begin && startAt < stop
      if (!beginsHere && (startAt >= stop || reachOf(one) <= begin)) continue
      if (!(beginsHere && isSummed)) period.count += 1
      period.durationMs += partOf(one, begin, stop) - (beginsHere && isSummed ? endAt - startAt : 0)
    }
  }
  const durationMs = periods.reduce((sum, period) => sum + period.durationMs, 0)
  return { count, durationMs, longest, periods }
}

/** One that is ongoing is taken to last, though its records do not say so yet. */
function reachOf({ endAt, goesOn }: Across): number {
  return goesOn ? Infinity : endAt
}

function partOf({ startAt, endAt }: Across, begin: number, stop: number): number {
  return Math.max(0, Math.min(endAt, stop) - Math.max(startAt, begin))
}

function isLonger(one: Longest, other: Longest): boolean {
  return one.durationMs === other.durationMs ? one.startAt < other.startAt : one.durationMs > other.durationMs
}
