import { isObject } from '@fieldwatch/contract/text/json'
import { hasRadius, MOST_PLACE_POSITIONS, PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import { problemOfShape } from '@fieldwatch/contract/places/place-problems'
import { createPlace, LONGEST_PLACE_NAME, PlaceColour } from '@fieldwatch/contract/places/places'
import { isStorable } from '@fieldwatch/contract/text/text'
import { countPositionsIn, hasTexts, namesOtherSystem, toPlaceCoordinates } from './place-positions.ts'
import { say } from './say.ts'
import type { PlaceContent, PlaceFeature } from '@fieldwatch/server/fleet/places/place-store'

/** A feature of GeoJSON, or what a placemark of KML says in the same form. */
export interface FileFeature {
  readonly id?: unknown
  readonly geometry?: unknown
  readonly properties?: unknown
  /** The line of the file in which it begins. */
  readonly line: number
  /** The file says that its coordinates are no degrees. */
  readonly isProjected?: boolean
  /** Why its text cannot be read. */
  readonly problem?: string | undefined
}

export interface ReadPlace extends PlaceContent {
  readonly feature: PlaceFeature
}

type ReadFeature =
  | { readonly place: ReadPlace; readonly problem?: undefined }
  | { readonly place?: undefined; readonly name: string | null; readonly problem: string }

/** The properties of a place that people may change in the portal. */
type Description = Pick<PlaceContent, 'name' | 'group' | 'colour' | 'radius'>

/** The most characters of the properties of one feature. */
const MOST_PROPERTIES = 10_000
/** Lists and objects within each other. */
const DEEPEST = 20

/** Under which names programs keep the name of a feature, the most usual one first. */
const NAMES = ['name', 'Name', 'NAME', 'title', 'label']

const Radius = createPlace.body.shape.radius

/** Reads a feature as a place. `number` names one that has no name. */
export function readFeature(
  { id, geometry: given, properties, isProjected, problem: unread }: FileFeature,
  number: number,
): ReadFeature {
  const known = isObject(properties) ? properties : {}
  const described = describedBy(known, number)
  const problem = (sentence: string): ReadFeature => ({ name: nameIn(known) ?? null, problem: sentence })
  if (unread !== undefined) return problem(unread)
  if (isProjected === true || namesOtherSystem(given)) return problem(NOT_IN_DEGREES)
  const part = onlyPartOf(given)
  const geometry = withPlaceCoordinates(part ?? given)
  if (isObject(geometry) && countPositionsIn(geometry['coordinates'], MOST_PLACE_POSITIONS) > MOST_PLACE_POSITIONS)
    return problem('fields.place-positions')
  const shape = PlaceGeometry.safeParse(geometry)
  if (!shape.success) return problem(problemOfGeometry(geometry))
  const content = { ...described, geometry: shape.data, radius: hasRadius(shape.data) ? described.radius : null }
  const wrong = problemOfShape(content)?.message
  if (wrong !== undefined) return problem(wrong)
  if (!isKeepable([id, known])) return problem(say('places.file.kept'))
  if (JSON.stringify(known).length > MOST_PROPERTIES) return problem(say('places.file.properties'))
  const kept = {
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
    ...(isObject(properties) ? { properties } : {}),
    ...(part === undefined ? {} : { isPart: true as const }),
  }
  return { place: { ...content, feature: kept } }
}

/** Other members, such as its extent, follow from the coordinates. */
function withPlaceCoordinates(geometry: unknown): unknown {
  if (!isObject(geometry)) return geometry
  return { type: geometry['type'], coordinates: toPlaceCoordinates(geometry['coordinates']) }
}

/** The properties of a place for a file: those that it came with, with what was changed since. */
export function propertiesOf({
  feature,
  name,
  group,
  colour,
  radius,
}: PlaceContent & { feature: PlaceFeature | null }) {
  const before = feature?.properties ?? {}
  const known = describedBy(before, 0)
  const changed = {
    ...(known.name === name || (feature !== null && nameIn(before) === undefined && /^\d+$/.test(name))
      ? {}
      : { name }),
    ...(known.group === group ? {} : { group }),
    ...(known.colour === colour ? {} : { colour }),
    ...(known.radius === radius || radius === null ? {} : { radius }),
  }
  return { ...before, ...changed }
}

function describedBy(properties: Readonly<Record<string, unknown>>, number: number): Description {
  const { group, colour, radius } = properties
  const length = Radius.safeParse(typeof radius === 'string' ? Number(radius) : radius)
  return {
    name: nameIn(properties) ?? String(number),
    group: typeof group === 'string' ? toLine(group) || null : null,
    colour: PlaceColour.safeParse(colour).data ?? null,
    radius: length.data ?? null,
  }
}

function nameIn(properties: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of NAMES) {
    const value = properties[key]
    const name = typeof value === 'string' || typeof value === 'number' ? toLine(String(value)) : ''
    if (name !== '') return name
  }
  return undefined
}

const Line = createPlace.body.shape.name

/** A text of a file as the name of a place; an empty one where it cannot be one. */
function toLine(text: string): string {
  return Line.safeParse(text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_PLACE_NAME)).data ?? ''
}

const NOT_IN_DEGREES = say('places.file.degrees')

/** The geometries of which a place can be one part, and what that part is. */
const PARTS: Readonly<Record<string, string>> = { MultiPoint: 'Point', MultiLineString: 'LineString' }

/** Geographic information systems write a layer of points or lines as features with parts, of which most have one. */
function onlyPartOf(geometry: unknown): { readonly type: string; readonly coordinates: unknown } | undefined {
  if (!isObject(geometry) || !Array.isArray(geometry['coordinates'])) return undefined
  const type = PARTS[String(geometry['type'])]
  const coordinates: readonly unknown[] = geometry['coordinates']
  return type === undefined || coordinates.length !== 1 ? undefined : { type, coordinates: coordinates[0] }
}

function problemOfGeometry(geometry: unknown): string {
  if (geometry === null || geometry === undefined) return say('places.file.no-geometry')
  const { type, coordinates } = isObject(geometry) ? geometry : {}
  if (String(type) in PARTS) return say('places.file.parts')
  const isKnown = ['Point', 'LineString', 'Polygon', 'MultiPolygon'].some((known) => known === type)
  if (!isKnown) return say('places.file.kind')
  if (hasTexts(coordinates)) return say('places.file.numbers')
  return isOffTheEarth(coordinates) ? NOT_IN_DEGREES : say('places.file.coordinates')
}

/** Whether the first position among coordinates is none on the earth. */
function isOffTheEarth(coordinates: unknown, depth = 0): boolean {
  if (!Array.isArray(coordinates) || depth > DEEPEST) return false
  const [first, second]: readonly unknown[] = coordinates
  if (typeof first !== 'number' || typeof second !== 'number') return isOffTheEarth(first, depth + 1)
  return Math.abs(first) > 180 || Math.abs(second) > 90
}

/** Whether the database can hold it. */
function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  return Object.entries(value).every(([key, part]) => isStorable(key) && isKeepable(part, depth + 1))
}
