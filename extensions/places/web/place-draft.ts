import type { PlaceGeometry, PlacePosition } from '@fieldwatch/contract/places/place-geometry'
import { DEFAULT_RADIUS } from '@fieldwatch/contract/places/place-geometry'
import type { Position } from '@fieldwatch/web/shared/map/position.ts'

export const PLACE_KINDS = ['circle', 'area', 'corridor'] as const
type PlaceKind = (typeof PLACE_KINDS)[number]

/**
 * The shape of a place while it is drawn. `lines` are the corners that can be moved: the centre of a circle, the line of a corridor, or
 * the rings of an area without the corner that closes each.
 */
export interface PlaceDraft {
  readonly kind: PlaceKind
  readonly lines: readonly (readonly Position[])[]
  /** How many of the rings are those of each polygon of an area: most have one. */
  readonly polygons: readonly number[]
  readonly radius: number
}

/** Where a corner is among the lines. */
export interface CornerPlace {
  readonly line: number
  readonly corner: number
}

/** Corners beyond which a shape is not edited corner by corner. */
export const MOST_CORNERS = 200

export function emptyDraft(kind: PlaceKind, radius: number = DEFAULT_RADIUS): PlaceDraft {
  return { kind, lines: [[]], polygons: [1], radius }
}

export function draftOf({ geometry, radius }: { geometry: PlaceGeometry; radius: number | null }): PlaceDraft {
  const metres = radius ?? DEFAULT_RADIUS
  switch (geometry.type) {
    case 'Point':
      return { kind: 'circle', lines: [[flat(geometry.coordinates)]], polygons: [1], radius: metres }
    case 'LineString':
      return { kind: 'corridor', lines: [geometry.coordinates.map(flat)], polygons: [1], radius: metres }
    default: {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      return {
        kind: 'area',
        lines: polygons.flatMap((rings) => rings.map((ring) => ring.slice(0, -1).map(flat))),
        polygons: polygons.map((rings) => rings.length),
        radius: metres,
      }
    }
  }
}

/** What was drawn as a geometry; undefined while corners are missing. */
export function geometryOf({ kind, lines, polygons }: PlaceDraft): PlaceGeometry | undefined {
  const [first = []] = lines
  if (kind === 'circle') {
    const [centre] = first
    return centre === undefined ? undefined : { type: 'Point', coordinates: rounded(centre) }
  }
  if (kind === 'corridor') return first.length < 2 ? undefined : { type: 'LineString', coordinates: first.map(rounded) }
  if (lines.some((ring) => ring.length < 3)) return undefined
  let place = 0
  const parts = polygons.map((count) => lines.slice(place, (place += count)).map(closed))
  const [only] = parts
  if (only === undefined) return undefined
  return parts.length === 1 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: parts }
}

export function countCorners({ lines }: PlaceDraft): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}

export function moveCorner(draft: PlaceDraft, place: CornerPlace, to: Position): PlaceDraft {
  return withLine(draft, place.line, (line) => line.with(place.corner, inWorld(to)))
}

/** Adds a corner behind the last one of the first line; the centre of a circle is moved. */
export function addCorner(draft: PlaceDraft, at: Position): PlaceDraft {
  if (draft.kind === 'circle') return { ...draft, lines: [[inWorld(at)]] }
  return withLine(draft, 0, (line) => [...line, inWorld(at)])
}

/** Adds a corner before another one. */
export function insertCorner(draft: PlaceDraft, { line, corner }: CornerPlace, at: Position): PlaceDraft {
  return withLine(draft, line, (before) => before.toSpliced(corner, 0, inWorld(at)))
}

export function removeCorner(draft: PlaceDraft, { line, corner }: CornerPlace): PlaceDraft {
  return withLine(draft, line, (before) => before.toSpliced(corner, 1))
}

/** Another kind with what can be kept of the corners. */
export function changeKind(draft: PlaceDraft, kind: PlaceKind): PlaceDraft {
  const [first = []] = draft.lines
  return { kind, lines: [kind === 'circle' ? first.slice(0, 1) : first], polygons: [1], radius: draft.radius }
}

/** Between which corners another can be inserted: before which corner, and where. */
export function middlesOf({ kind, lines }: PlaceDraft): { readonly place: CornerPlace; readonly at: Position }[] {
  if (kind === 'circle') return []
  return lines.flatMap((line, index) => {
    const ends = kind === 'area' && line.length > 2 ? [...line, ...line.slice(0, 1)] : line
    return ends.slice(1).map((to, corner) => ({
      place: { line: index, corner: corner + 1 },
      at: between(ends[corner] ?? to, to),
    }))
  })
}

function between([lon1, lat1]: Position, [lon2, lat2]: Position): Position {
  const east = lon2 - lon1
  const shorter = east > 180 ? east - 360 : east < -180 ? east + 360 : east
  return inWorld([lon1 + shorter / 2, (lat1 + lat2) / 2])
}

function withLine(
  draft: PlaceDraft,
  line: number,
  change: (before: readonly Position[]) => readonly Position[],
): PlaceDraft {
  return { ...draft, lines: draft.lines.map((before, index) => (index === line ? change(before) : before)) }
}

/** The map shows the world more than once. */
function inWorld([longitude, latitude]: Position): Position {
  const east = Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360)
  return [east, Math.min(90, Math.max(-90, latitude))]
}

function flat([longitude, latitude]: PlacePosition): Position {
  return [longitude, latitude]
}

/** A tenth of a metre is as exact as anyone draws. */
function rounded([longitude, latitude]: Position): Position {
  return [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))]
}

function closed(ring: readonly Position[]): Position[] {
  const corners = ring.map(rounded)
  return [...corners, ...corners.slice(0, 1)]
}
