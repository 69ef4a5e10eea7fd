import type { Point } from './crop-geometry.ts'

/** What fingers did between two moments. */
interface Gesture {
  readonly pan: Point
  /** How far two fingers went apart; 1 with a single finger. */
  readonly zoom: number
  /** The middle between the fingers. */
  readonly at: Point
}

/** Reads one or two fingers, or a mouse as one. More fingers than two do not count. */
export function gestureOf(before: readonly Point[], after: readonly Point[]): Gesture {
  const from = middle(before)
  const at = middle(after)
  const apart = distance(before)
  return {
    pan: { x: at.x - from.x, y: at.y - from.y },
    zoom: apart === 0 ? 1 : (distance(after) || apart) / apart,
    at,
  }
}

function middle([a, b]: readonly Point[]): Point {
  if (a === undefined) return { x: 0, y: 0 }
  return b === undefined ? a : { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function distance([a, b]: readonly Point[]): number {
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)
}
