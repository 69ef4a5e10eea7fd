/** A number of a source at a moment, in epoch milliseconds. */
export interface Value {
  readonly at: number
  readonly value: number
}

interface ValueRule {
  readonly limit: number
  /** OK again at or below it. */
  readonly clearLimit: number
  readonly forMs: number
}

/**
 * The changes of an alert above a limit, from values in the order of time after which enough time has passed: each run of values above
 * the limit that lasts for long enough, up to the first value at or below the limit for OK.
 */
export function expectChanges(values: readonly Value[], { limit, clearLimit, forMs }: ValueRule): string[] {
  const changes: string[] = []
  const findFrom = (place: number, is: (value: number) => boolean): number => {
    const found = values.findIndex((one, index) => index >= place && is(one.value))
    return found < 0 ? values.length : found
  }
  for (let place = 0; place < values.length;) {
    const start = findFrom(place, (value) => value > limit)
    const end = findFrom(start, (value) => value <= limit)
    const from = values[start]
    if (from === undefined) break
    place = end
    if ((values[end]?.at ?? Infinity) - from.at < forMs) continue
    const held = values.slice(start, end).findLast(({ at }) => at < from.at + forMs) ?? from
    changes.push(`high at ${from.at + forMs} with ${held.value}`)
    place = findFrom(end, (value) => value <= clearLimit)
    const back = values[place]
    if (back !== undefined) changes.push(`ok at ${back.at} with ${back.value}`)
  }
  return changes
}

/** The changes of an alert on silence, from the times at which messages arrived and the current time. */
export function expectSilences(heard: readonly number[], silentMs: number, now: number): string[] {
  const moments = [...new Set(heard)].sort((one, other) => one - other)
  return moments.flatMap((at, place) => {
    const next = moments[place + 1]
    if ((next ?? now) - at < silentMs) return []
    return [`high at ${at}`, ...(next === undefined ? [] : [`ok at ${next}`])]
  })
}

interface EventRule {
  readonly limit: number
  readonly gapMs: number
  readonly startAt: number
  readonly now: number
}

/** A column of an event table; `isOwn`: of the source that is compared. */
export interface Column {
  readonly isOwn: boolean
  readonly values: readonly Value[]
}

/** The periods above a limit, each with least, greatest and mean over time of its columns, from the value at the start on. Values are in the order of time. */
export function expectOccurrences(
  compared: readonly Value[],
  columns: readonly Column[],
  { limit, gapMs, startAt, now }: EventRule,
): string[] {
  const own = compared.filter(({ at }) => at >= startAt)
  const isWithin = (place: number): boolean => {
    const [before, one] = [own[place - 1], own[place]]
    return before !== undefined && one !== undefined && before.value > limit && one.at - before.at <= gapMs
  }
  return own.flatMap((first, start) => {
    if (first.value <= limit || isWithin(start)) return []
    let end = start
    while (isWithin(end + 1) && (own[end + 1]?.value ?? 0) > limit) end += 1
    const last = own[end]?.at ?? first.at
    const next = own[end + 1]
    const endedBy =
      next === undefined && now - last <= gapMs ? 'on' : next !== undefined && isWithin(end + 1) ? next.at : last
    const isInside = ({ at }: Value): boolean =>
      at > first.at && (endedBy === 'on' || endedBy === last ? at <= last : at < endedBy)
    const figures = columns.map(({ isOwn, values }) => {
      const atStart = values.findLast(({ at }) => at <= first.at)
      const inside = values.filter((one) => (isOwn ? one.at > first.at && one.at <= last : isInside(one)))
      const held = [...(atStart === undefined ? [] : [{ ...atStart, at: first.at }]), ...inside]
      return figuresOf(held, { until: endedBy === 'on' ? last : endedBy, gapMs })
    })
    return [[`${first.at} to ${endedBy}`, ...figures].join('; ')]
  })
}

/** Each value holds until the next one, at most for the gap. The last one counts where none has lasted. */
function figuresOf(
  held: readonly Value[],
  { until, gapMs }: { readonly until: number; readonly gapMs: number },
): string {
  const last = held.at(-1)
  if (last === undefined) return writeFigures([null, null, null])
  const numbers = held.map(({ value }) => value)
  let [sum, whole] = [0, 0]
  for (const [place, { at, value }] of held.entries()) {
    const lasted = Math.min(held[place + 1]?.at ?? until, at + gapMs) - at
    sum += value * lasted
    whole += lasted
  }
  return writeFigures([Math.min(...numbers), Math.max(...numbers), whole === 0 ? last.value : sum / whole])
}

/** Sums in another order differ in their last digits. */
export function writeFigures(figures: readonly (number | null)[]): string {
  return figures.map((figure) => (figure === null ? '-' : Number(figure.toPrecision(9)))).join(' ')
}

/** At each moment of an input from the start on: the results with the latest value of each input. */
export function expectResults(
  inputs: readonly (readonly Value[])[],
  compute: (values: readonly number[]) => number,
  startAt: number,
): Value[] {
  const moments = [...new Set(inputs.flatMap((values) => values.map(({ at }) => at)))].sort((one, other) => one - other)
  return moments.flatMap((moment) => {
    const latest = inputs.flatMap((values) => values.findLast(({ at }) => at <= moment)?.value ?? [])
    return moment < startAt || latest.length < inputs.length ? [] : [{ at: moment, value: compute(latest) }]
  })
}
