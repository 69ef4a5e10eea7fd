import type { Position } from './position.ts'

/** Width of the world in pixels at zoom 0. */
const WORLD = 512

/** Width of the world in pixels. */
export function worldSize(zoom: number): number {
  return WORLD * 2 ** zoom
}

/** Web Mercator, in a world of `size` pixels, from its upper left corner. */
export function pixelOf([longitude, latitude]: Position, size: number): { x: number; y: number } {
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((latitude * Math.PI) / 180)))
  return {
    x: (longitude / 360 + 0.5) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

/** The position at a pixel of a world of `size` pixels; past 180 degrees where the world repeats itself. */
export function positionAt({ x, y }: { x: number; y: number }, size: number): Position {
  const latitude = (Math.atan(Math.sinh((0.5 - y / size) * 2 * Math.PI)) * 180) / Math.PI
  return [(x / size - 0.5) * 360, latitude]
}
