import { pixelOf, worldSize } from './mercator.ts'
import type { Extent, Position } from './position.ts'

export interface Placed {
  readonly position: Position
}

/** Markers that are too close to each other to be distinguished, drawn as one with their count. */
export interface Cluster<T> {
  readonly position: Position
  readonly members: readonly T[]
}

interface Grouped<T> {
  readonly singles: readonly T[]
  readonly clusters: readonly Cluster<T>[]
}

interface View {
  zoom: number
  extent: Extent
  /** The most single markers; with more the radius grows. */
  limit: number
}

/** Width in pixels of a marker: nearer ones would cover each other. */
const RADIUS = 40
/** By how much the radius grows until no more than the limit stay single. */
const GROWTH = 1.5

/** Groups markers in view into singles and clusters. */
export function groupMarkers<T extends Placed>(placed: readonly T[], { zoom, extent, limit }: View): Grouped<T> {
  const scale = worldSize(zoom)
  const alone = placed
    .filter(({ position }) => within(extent, position))
    .map((item) => ({ members: [item], ...pixelOf(item.position, scale) }))
  let groups = settle(alone, RADIUS)
  for (let radius = RADIUS; singlesOf(groups).length > limit; groups = settle(groups, radius)) radius *= GROWTH
  return {
    singles: singlesOf(groups),
    clusters: groups
      .filter(({ members }) => members.length > 1)
      .map(({ members }) => ({ members, position: middleOf(members) })),
  }
}

/** Markers that are drawn as one, and the pixel at their middle. */
interface Group<T> {
  readonly members: readonly T[]
  readonly x: number
  readonly y: number
}

function singlesOf<T>(groups: readonly Group<T>[]): T[] {
  return groups.flatMap(({ members }) => (members.length === 1 ? members : []))
}

/** Repeats until all groups keep their distance, as a group moves when it grows. */
function settle<T>(groups: readonly Group<T>[], radius: number): readonly Group<T>[] {
  const gathered = gather(groups, radius)
  return gathered.length === groups.length ? gathered : settle(gathered, radius)
}

/** The first remaining group absorbs all within `radius` of it, and so on. */
function gather<T>(groups: readonly Group<T>[], radius: number): Group<T>[] {
  const left = new Set(groups)
  const cells = Map.groupBy(groups, ({ x, y }) => cellOf(x, y, radius))
  return groups.flatMap((group) => {
    if (!left.has(group)) return []
    const near = neighbours(cells, group, radius).filter(
      (other) => left.has(other) && Math.hypot(other.x - group.x, other.y - group.y) < radius,
    )
    for (const other of near) left.delete(other)
    return [join(near)]
  })
}

function join<T>(groups: readonly Group<T>[]): Group<T> {
  const members = groups.flatMap((group) => group.members)
  const mean = (axis: 'x' | 'y') =>
    groups.reduce((sum, group) => sum + group[axis] * group.members.length, 0) / members.length
  return { members, x: mean('x'), y: mean('y') }
}

function neighbours<P>(cells: Map<string, P[]>, { x, y }: { x: number; y: number }, radius: number): P[] {
  const around = [-radius, 0, radius]
  return around.flatMap((dx) => around.flatMap((dy) => cells.get(cellOf(x + dx, y + dy, radius)) ?? []))
}

function cellOf(x: number, y: number, size: number): string {
  return `${Math.floor(x / size)}/${Math.floor(y / size)}`
}

function middleOf(members: readonly Placed[]): Position {
  const mean = (axis: 0 | 1) => members.reduce((sum, { position }) => sum + position[axis], 0) / members.length
  return [mean(0), mean(1)]
}

function within([west, south, east, north]: Extent, [longitude, latitude]: Position): boolean {
  if (latitude < south || latitude > north) return false
  // A view across the date line extends past 180 degrees on one side.
  return [longitude - 360, longitude, longitude + 360].some((turned) => turned >= west && turned <= east)
}
