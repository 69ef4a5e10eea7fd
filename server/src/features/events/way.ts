import { metresBetween, type Vector, vectorOf } from '@fieldwatch/contract/places/sphere'
import type { Located } from '#records/places/position-accuracy.ts'

/** How far a unit went, from position to position. */
export interface Way {
  /** The last position that counted. */
  last: Vector | undefined
  metres: number
}

/** A shorter step may be the noise of a unit that stands still. */
const LEAST_STEP = 50
/** The same in multiples of the accuracy. */
const LEAST_ACCURACIES = 3

export function startWay(located: Located | undefined): Way {
  return { last: located && vectorOf([located.longitude, located.latitude]), metres: 0 }
}

/** Takes the next position. */
export function goOn(way: Way, located: Located | undefined): void {
  if (located === undefined) return
  const next = vectorOf([located.longitude, located.latitude])
  const step = way.last === undefined ? Infinity : metresBetween(way.last, next)
  if (step < Math.max(LEAST_STEP, LEAST_ACCURACIES * located.accuracy)) return
  if (way.last !== undefined) way.metres += step
  way.last = next
}
