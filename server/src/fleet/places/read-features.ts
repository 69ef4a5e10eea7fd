import { hasRadius, PlaceGeometry } from '@fieldwatch/contract/places/place-geometry'
import { problemOfShape } from '@fieldwatch/contract/places/place-problems'
import { createPlace, LONGEST_PLACE_NAME, PlaceColour } from '@fieldwatch/contract/places/places'
import { isStorable } from '@fieldwatch/contract/text/text'
import type { PlaceContent, PlaceFeature } from './place-store.ts'

/** A feature of GeoJSON, or what a placemark of KML says in the same form. */
export interface FileFeature {
  readonly id?: unknown
  readonly geometry?: unknown
  readonly properties?: unknown
}

export interface ReadPlace extends PlaceContent {
  readonly feature: PlaceFeature
}

type ReadFeature =
  | { readonly place: ReadPlace; readonly problem?: undefined }
  | { readonly place?: undefined; readonly name: string | null; readonly problem: string }

/** What of its properties people may change in the portal. */
type Description = Pick<PlaceContent, 'name' | 'group' | 'colour' | 'radius'>

/** The most characters of the properties of one feature. */
const MOST_PROPERTIES = 10_000
/** Lists and objects within each other. */
const DEEPEST = 20

/** Under which names programs keep the name of a feature, the most usual one first. */
const NAMES = ['name', 'Name', 'NAME', 'title', 'label']

const Radius = createPlace.body.shape.radius

/** Reads a feature as a place. `number` names one that has no name. */
export function readFeature({ id, geometry, properties }: FileFeature, number: number): ReadFeature {
  const known = isObject(properties) ? properties : {}
  const described = describedBy(known, number)
  const problem = (text: string): ReadFeature => ({ name: nameIn(known) ?? null, problem: text })
  // Other members, such as its extent, follow from the coordinates.
  const shape = PlaceGeometry.safeParse(
    isObject(geometry) ? { type: geometry['type'], coordinates: geometry['coordinates'] } : geometry,
  )
  if (!shape.success) return problem(problemOfGeometry(geometry))
  const content = { ...described, geometry: shape.data, radius: hasRadius(shape.data) ? described.radius : null }
  const wrong = problemOfShape(content)?.message
  if (wrong !== undefined) return problem(wrong)
  if (!isKeepable([id, known])) return problem('Its properties cannot be stored.')
  if (JSON.stringify(known).length > MOST_PROPERTIES) return problem('Its properties have more than 10,000 characters.')
  const kept = {
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
    ...(isObject(properties) ? { properties } : {}),
  }
  return { place: { ...content, feature: kept } }
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

function problemOfGeometry(geometry: unknown): string {
  const type = isObject(geometry) ? geometry['type'] : undefined
  if (geometry === null || geometry === undefined) return 'It has no geometry.'
  const isKnown = ['Point', 'LineString', 'Polygon', 'MultiPolygon'].some((known) => known === type)
  return isKnown ? 'Its coordinates do not match its geometry.' : 'Only points, lines and areas can be places.'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the database can hold it. */
function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  return Object.entries(value).every(([key, part]) => isStorable(key) && isKeepable(part, depth + 1))
}
