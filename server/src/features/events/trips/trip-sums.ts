import { metresBetween } from '@fieldwatch/contract/places/sphere'
import { addToAll, type Fix, type Point, startAll, type Sums } from './journey-state.ts'

/** A shorter step may be the noise of a unit that stands still. */
const LEAST_STEP = 25
/** The same in multiples of the accuracy. */
const LEAST_ACCURACIES = 3
/** Over a shorter time noise looks like speed. */
const CLOCKED_MS = 20_000

export function sumsFrom({ at, vector }: Point, starts: readonly (number | null)[], holdMs: number): Sums {
  return {
    lastAt: at,
    metres: 0,
    counted: vector,
    top: null,
    clocked: { at, vector },
    pauses: 0,
    pausedMs: 0,
    figures: startAll(starts, at, holdMs),
  }
}

/** With the next position. What was there before stays as it is. */
export function addToSums(before: Sums, fix: Fix, holdMs: number): Sums {
  const { at, vector, accuracy, speed } = fix
  const step = metresBetween(before.counted, vector)
  const counts = step >= Math.max(LEAST_STEP, LEAST_ACCURACIES * accuracy)
  const isClocked = at - before.clocked.at >= CLOCKED_MS
  const measured = isClocked ? (metresBetween(before.clocked.vector, vector) * 1_000) / (at - before.clocked.at) : null
  const known = speed ?? measured
  return {
    ...before,
    lastAt: at,
    metres: counts ? before.metres + step : before.metres,
    counted: counts ? vector : before.counted,
    top: known === null ? before.top : Math.max(before.top ?? 0, known),
    clocked: isClocked ? { at, vector } : before.clocked,
    figures: addToAll(before.figures, fix, holdMs),
  }
}

export function notePause(sums: Sums, pausedMs: number): Sums {
  return pausedMs === 0 ? sums : { ...sums, pauses: sums.pauses + 1, pausedMs: sums.pausedMs + pausedMs }
}
