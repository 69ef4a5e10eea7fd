import type { StateStep, StateStepKind } from '@fieldwatch/contract/replay/state-steps'
import type { TimeRange } from '@fieldwatch/contract/time/times'

export interface StepMark {
  /** From 0 at the beginning of the range to 1 at its end. */
  readonly share: number
  readonly kind: StateStepKind
}

/** So many places of the line can be told apart. */
const PLACES = 400

/** Where steps are marked on the line of a range: each kind once a place. */
export function marksOf(steps: readonly StateStep[], { from, to }: TimeRange): StepMark[] {
  const marks = new Map<string, StepMark>()
  for (const { atUTC, kind } of steps) {
    const place = Math.round(((Date.parse(atUTC) - from) / (to - from)) * PLACES)
    if (place >= 0 && place <= PLACES) marks.set(`${kind} ${place}`, { share: place / PLACES, kind })
  }
  return [...marks.values()]
}
