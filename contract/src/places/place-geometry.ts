import { z } from 'zod'

/** The most positions of the border of one place. */
export const MOST_PLACE_POSITIONS = 1_000
/** Metres. */
export const LEAST_RADIUS = 1
/** Metres. */
export const GREATEST_RADIUS = 1_000_000
/** Metres: of a circle, or a corridor to each side, that names none, as in files of other programs. */
export const DEFAULT_RADIUS = 100

/** Longitude, latitude and, in files of other programs, an altitude, which is kept. */
const PlacePosition = z.union([
  z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90), z.number()]),
])
export type PlacePosition = z.infer<typeof PlacePosition>

const Ring = z.array(PlacePosition).min(4).max(MOST_PLACE_POSITIONS)
const Rings = z.array(Ring).min(1).max(100)

/** A geometry of GeoJSON (RFC 7946): the centre of a circle, the line of a corridor, or areas with holes. */
export const PlaceGeometry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Point'), coordinates: PlacePosition }),
  z.strictObject({
    type: z.literal('LineString'),
    coordinates: z.array(PlacePosition).min(2).max(MOST_PLACE_POSITIONS),
  }),
  z.strictObject({ type: z.literal('Polygon'), coordinates: Rings }),
  z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings).min(1).max(100) }),
])
export type PlaceGeometry = z.infer<typeof PlaceGeometry>

/** What a place covers. */
export interface PlaceShape {
  readonly geometry: PlaceGeometry
  /** Metres around a point or a line; null: `DEFAULT_RADIUS`. Areas have none. */
  readonly radius: number | null
}

/** Whether a place is what is around a point or a line. */
export function hasRadius({ type }: PlaceGeometry): boolean {
  return type === 'Point' || type === 'LineString'
}

/** The lines of a geometry: of an area its rings, closed, and of a circle its centre. */
export function linesOf(geometry: PlaceGeometry): readonly (readonly PlacePosition[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]]
    case 'LineString':
      return [geometry.coordinates]
    case 'Polygon':
      return geometry.coordinates
    default:
      return geometry.coordinates.flat()
  }
}

export function countPositions(geometry: PlaceGeometry): number {
  return linesOf(geometry).reduce((sum, line) => sum + line.length, 0)
}
