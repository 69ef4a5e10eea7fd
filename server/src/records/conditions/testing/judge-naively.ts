import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import type { Condition, Transition } from '../judge-reading.ts'

interface Value {
  readonly at: number
  readonly value: number
}

/**
 * What began and ended over a whole course of values in the order of time: looks at each stretch without a silence, and in it at each run of values
 * that satisfy. `until`: how long the last value counts.
 */
export function judgeNaively(condition: Condition, values: readonly Value[], until = -Infinity): Transition[] {
  const { gapMs } = condition
  const starts = [...values.keys()].filter((place) => timeSince(values, place) > gapMs)
  const stretches = [0, ...starts].map((start, index) => values.slice(start, starts[index]))
  return stretches.flatMap((stretch, index) => {
    const last = stretch.at(-1)
    if (last === undefined) return []
    return judgeStretch(condition, stretch, { isOver: index < starts.length, end: Math.max(until, last.at) })
  })
}

/**
 * When a unit left a place while it was parked. Each absence is from a value outside behind one in the place to the next inside; one counts
 * if the unit was parked just before it and at its start.
 */
export function judgeLeavingNaively(
  { bound, clearBound, forMs, gapMs }: Condition,
  values: readonly Value[],
): Transition[] {
  const transitions: Transition[] = []
  const isParked = (value: number): boolean => Math.abs(value) % 2 === 0
  let place = 0
  while (place < values.length) {
    const [before, first] = [values[place - 1], values[place]]
    if (first === undefined) break
    if (!satisfies(bound, first.value)) {
      place += 1
      continue
    }
    const isAfterSilence = before === undefined || first.at - before.at > gapMs
    const isLeft = !isAfterSilence && isParked(before.value) && isParked(first.value)
    const endOf = (limit: typeof bound): number => {
      const end = values.findIndex(
        ({ at, value }, index) =>
          index > place && (at - (values[index - 1]?.at ?? at) > gapMs || !satisfies(limit, value)),
      )
      return end === -1 ? values.length : end
    }
    const clearlyOut = endOf(bound)
    const [lastOut, behind] = [values[clearlyOut - 1] ?? first, values[clearlyOut]]
    const isSilent = behind === undefined || behind.at - lastOut.at > gapMs
    const holdsUntil = isSilent ? lastOut.at : behind.at
    const at = first.at + forMs
    if (isLeft && holdsUntil < at) {
      // Back at the border, or silent, before it counts.
      place = clearlyOut
      continue
    }
    const end = endOf(clearBound)
    const [last, after] = [values[end - 1] ?? first, values[end]]
    if (isLeft) {
      const { value } = values.slice(place, end).findLast((one) => one.at < at) ?? first
      transitions.push({ kind: 'began', at, value })
      if (after !== undefined)
        transitions.push(
          after.at - last.at > gapMs
            ? { kind: 'ended', at: last.at, value: last.value }
            : { kind: 'ended', at: after.at, value: after.value },
        )
    }
    place = end
  }
  return transitions
}

function timeSince(values: readonly Value[], place: number): number {
  const [before, one] = [values[place - 1], values[place]]
  return before === undefined || one === undefined ? 0 : one.at - before.at
}

function judgeStretch(
  { bound, clearBound, forMs }: Condition,
  values: readonly Value[],
  { isOver, end }: { isOver: boolean; end: number },
): Transition[] {
  const transitions: Transition[] = []
  const findFrom = (place: number, is: (value: number) => boolean): number => {
    const found = values.findIndex((one, index) => index >= place && is(one.value))
    return found < 0 ? values.length : found
  }
  for (let place = 0; place < values.length;) {
    const start = findFrom(place, (value) => satisfies(bound, value))
    const [first, behind] = [values[start], findFrom(start, (value) => !satisfies(bound, value))]
    if (first === undefined) break
    place = behind
    const at = first.at + forMs
    if ((values[behind]?.at ?? (isOver ? (values.at(-1)?.at ?? 0) : end)) < at) continue
    const { value } = values.slice(start, behind).findLast((one) => one.at < at) ?? first
    transitions.push({ kind: 'began', at, value })
    place = findFrom(behind, (one) => !satisfies(clearBound, one))
    const ending = values[place] ?? (isOver ? values.at(-1) : undefined)
    if (ending !== undefined) transitions.push({ kind: 'ended', at: ending.at, value: ending.value })
  }
  return transitions
}
