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
