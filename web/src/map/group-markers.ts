import type { Extent, Position } from './position.ts'

export interface Placed {
  readonly position: Position
}

/** Markers that lie too close to be told apart, drawn as one with their count. */
export interface Cluster<T> {
  readonly position: Position
  readonly members: readonly T[]
}

export interface Grouped<T> {
  readonly singles: readonly T[]
  readonly clusters: readonly Cluster<T>[]
}

interface View {
  zoom: number
  extent: Extent
  /** The most singles; beyond it markers gather from farther away. */
  limit: number
}

/** Width in pixels of a marker: nearer ones would cover each other. */
const RADIUS = 32
/** By how much the radius grows until no more than the limit stay single. */
const GROWTH = 1.5
/** Width of the world in pixels at zoom 0. */
const WORLD = 512

/** Gathers what lies in the view into singles and clusters. */
export function groupMarkers<T extends Placed>(placed: readonly T[], { zoom, extent, limit }: View): Grouped<T> {
  const visible = placed.filter(({ position }) => within(extent, position))
  let radius = RADIUS
  let grouped = groupWithin(visible, zoom, radius)
  while (grouped.singles.length > limit) {
    radius *= GROWTH
    grouped = groupWithin(visible, zoom, radius)
  }
  return grouped
}

/** The first of the markers that are left draws in all that are within `radius` of it, and so on. */
function groupWithin<T extends Placed>(placed: readonly T[], zoom: number, radius: number): Grouped<T> {
  const points = placed.map((item) => ({ item, taken: false, ...pixelOf(item.position, zoom) }))
  const cells = Map.groupBy(points, ({ x, y }) => cellOf(x, y, radius))
  const singles: T[] = []
  const clusters: Cluster<T>[] = []
  for (const point of points) {
    if (point.taken) continue
    const near = neighbours(cells, point, radius).filter(
      (other) => !other.taken && Math.hypot(other.x - point.x, other.y - point.y) < radius,
    )
    for (const member of near) member.taken = true
    const members = near.map(({ item }) => item)
    if (members.length === 1) singles.push(point.item)
    else clusters.push({ members, position: middleOf(members) })
  }
  return { singles, clusters }
}

function neighbours<P>(cells: Map<string, P[]>, { x, y }: { x: number; y: number }, radius: number): P[] {
  const around = [-radius, 0, radius]
  return around.flatMap((dx) => around.flatMap((dy) => cells.get(cellOf(x + dx, y + dy, radius)) ?? []))
}

function cellOf(x: number, y: number, size: number): string {
  return `${Math.floor(x / size)}/${Math.floor(y / size)}`
}

/** Web Mercator, in pixels of the given zoom. */
function pixelOf([longitude, latitude]: Position, zoom: number): { x: number; y: number } {
  const scale = WORLD * 2 ** zoom
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((latitude * Math.PI) / 180)))
  return {
    x: (longitude / 360 + 0.5) * scale,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale,
  }
}

function middleOf(members: readonly Placed[]): Position {
  const mean = (axis: 0 | 1) => members.reduce((sum, { position }) => sum + position[axis], 0) / members.length
  return [mean(0), mean(1)]
}

function within([west, south, east, north]: Extent, [longitude, latitude]: Position): boolean {
  if (latitude < south || latitude > north) return false
  // A view over the date line reaches past 180 degrees on one side.
  return [longitude - 360, longitude, longitude + 360].some((turned) => turned >= west && turned <= east)
}
