import { NAME_PATTERN } from '../api/ids.ts'
import type { FilterOperator } from '../telemetry/data.ts'

/** What the reading is compared with. */
interface Bound {
  readonly operator: FilterOperator
  readonly constant: number
}

/** One place, or all places of a group. */
export type PlaceReference =
  | { readonly kind: 'place'; readonly id: number }
  | { readonly kind: 'group'; readonly name: string }

/** Whether a unit is to be in a place, or outside of it. */
type PlaceSide = 'in' | 'outside'

/**
 * A condition on where a unit is: `location in place 12`, `location outside group Depots`,
 * `location left parked (ignition) place 12`.
 */
export interface PlaceCondition {
  readonly source: string
  readonly side: PlaceSide
  readonly reference: PlaceReference
  /** Only units count that left while they were parked: while this field, such as the ignition, was off. */
  readonly parkedBy?: string
}

/**
 * How far outside of a border a position is, in multiples of its accuracy, decides. A unit is in a place from its accuracy inside the
 * border on, and outside from five times that outside on: so one that is parked on a border neither comes nor goes.
 */
const INSIDE = -1
const OUTSIDE = 5

const COMPARISON = /^(\S+) (in|outside|left parked \(([^()\s]+)\)) (place|group) (\S.*)$/

/** The most characters of the name of a group. */
const LONGEST_NAME = 100

/** Reads a condition on places; undefined for any other text. */
export function parsePlaceComparison(text: string): PlaceCondition | undefined {
  const [, source, how, parkedBy, kind, what = ''] = COMPARISON.exec(text.trim()) ?? []
  if (source === undefined || (parkedBy !== undefined && !NAME_PATTERN.test(parkedBy))) return undefined
  const reference = kind === 'group' ? groupOf(what) : placeOf(what)
  if (reference === undefined) return undefined
  const side = how === 'in' ? 'in' : 'outside'
  return { source, side, reference, ...(parkedBy === undefined ? {} : { parkedBy }) }
}

/** The condition as one text, which reads back as the same condition. */
export function placeComparisonOf({ source, side, reference, parkedBy }: PlaceCondition): string {
  const how = parkedBy === undefined ? side : `left parked (${parkedBy})`
  return `${source} ${how} ${reference.kind} ${reference.kind === 'place' ? reference.id : reference.name}`
}

/** The reading of a position that is compared. No field that a unit sends has a colon in its name. */
export function fieldOfPlace(reference: PlaceReference, parkedBy?: string): string {
  const field = reference.kind === 'place' ? `place:${reference.id}` : `group:${reference.name}`
  return parkedBy === undefined ? field : `parked:${parkedBy}:${field}`
}

/** What the reading is about; undefined for a field of records. */
export function placeOfField(field: string): PlaceReference | undefined {
  const position = withoutParked(field)
  if (position.startsWith('place:')) return placeOf(position.slice('place:'.length))
  return position.startsWith('group:') ? groupOf(position.slice('group:'.length)) : undefined
}

const PARKED = /^parked:([^:]+):/

/** The reading of the position alone. */
export function withoutParked(field: string): string {
  return field.replace(PARKED, '')
}

/** The field that says whether a unit is parked, where the reading is about leaving while it is. */
export function parkedByOfField(field: string): string | undefined {
  return PARKED.exec(field)?.[1]
}

/**
 * The reading of a position with the field that says whether the unit is parked. Readings of places keep their meaning; odd ones are of
 * units that are not parked. NaN where the record has no such field.
 */
export function parkedReading(outside: number, parked: number): number {
  if (Number.isNaN(outside) || Number.isNaN(parked)) return Number.NaN
  const isDriving = parked === 0 ? 0 : 1
  if (outside <= INSIDE) return -2 - isDriving
  return (outside <= OUTSIDE ? 0 : 6) + isDriving
}

export function isParkedReading(reading: number): boolean {
  return reading % 2 === 0
}

/** From when on the condition holds, as a comparison of the reading. */
export function placeBound(side: PlaceSide): Bound {
  return side === 'in' ? { operator: '<=', constant: INSIDE } : { operator: '>', constant: OUTSIDE }
}

/** The condition by which an event continues. For places it differs from the one by which it begins. */
export function clearBoundOf(field: string, bound: Bound): Bound {
  if (placeOfField(field) === undefined) return bound
  return { operator: bound.operator, constant: bound.operator === '<=' ? OUTSIDE : INSIDE }
}

function placeOf(text: string): PlaceReference | undefined {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 ? { kind: 'place', id } : undefined
}

function groupOf(name: string): PlaceReference | undefined {
  return name === '' || name.length > LONGEST_NAME ? undefined : { kind: 'group', name }
}

/** Values of every event table on places: the place, and how far the unit went, in metres. */
export const PLACE_VALUE = 'visited_place'
export const DISTANCE_VALUE = 'visited_distance'
