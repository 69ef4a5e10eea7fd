import type { MapArea } from './map-surface.ts'
import { pixelOf } from './mercator.ts'
import type { Position } from './position.ts'

/** The part of the way from the middle of the map to its edge that leaves room for a name. */
const REACH = 0.7

/** The zoom at which a position is in sight while the middle of the map stays: the one there is, or farther out. */
export function zoomToSee({ zoom, extent: [west, south, east, north] }: MapArea, position: Position): number {
  const upper = pixelOf([west, north], 1)
  const lower = pixelOf([east, south], 1)
  const { x, y } = pixelOf(position, 1)
  const right = Math.abs(x - (upper.x + lower.x) / 2) % 1
  const down = Math.abs(y - (upper.y + lower.y) / 2)
  const parts = [Math.min(right, 1 - right) / (lower.x - upper.x), down / (lower.y - upper.y)]
  const times = (2 * Math.max(...parts)) / REACH
  return times > 1 ? Math.max(0, zoom - Math.log2(times)) : zoom
}
