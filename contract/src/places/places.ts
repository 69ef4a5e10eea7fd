import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { EntityId } from '../api/ids.ts'
import { SeenVersion, Version } from '../api/version.ts'
import { line } from '../text/text.ts'
import { LABEL_COLOURS } from '../units/label-limits.ts'
import { GREATEST_RADIUS, LEAST_RADIUS, PlaceGeometry } from './place-geometry.ts'

/** The most places of one entity. */
export const MOST_PLACES = 1_000
/** The most positions of all places of one entity together. */
export const MOST_POSITIONS_AN_ENTITY = 50_000
/** The longest name of a place or of a group. */
export const LONGEST_PLACE_NAME = 100

export const PlaceColour = z.enum(LABEL_COLOURS)
export type PlaceColour = z.infer<typeof PlaceColour>

/** A named part of the earth that an entity keeps, such as a depot. */
export const Place = z.object({
  placeID: z.number().int(),
  entity: EntityId,
  name: z.string(),
  /** Places of one purpose, such as `Customers`. */
  group: z.string().nullable(),
  colour: PlaceColour.nullable(),
  geometry: PlaceGeometry,
  /** Metres around a point or a line; null: 100. Areas have none. */
  radius: z.number().nullable(),
  version: Version,
})
export type Place = z.infer<typeof Place>

export const PlaceNumber = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const Name = line(LONGEST_PLACE_NAME).min(1, 'fields.enter-name')
const Group = line(LONGEST_PLACE_NAME)
  .nullable()
  .transform((group) => (group === '' ? null : group))
const Radius = z
  .number()
  .min(LEAST_RADIUS, 'fields.place-radius-least')
  .max(GREATEST_RADIUS, 'fields.place-radius-most')

const readEndpoint = endpointsWith({ scope: 'read', tag: 'places' })
const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'places' })

export const listPlaces = readEndpoint(`GET ${API_BASE}/places`, {
  summary: 'The places of the viewing entities, or of one entity in reach, by name',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.object({ places: z.array(Place) })),
})

export const createPlace = manageEndpoint(`POST ${API_BASE}/places`, {
  idempotent: true,
  summary:
    'Add a place to an entity in reach, or to the own one (admin): a circle, a corridor along a line, or an area',
  body: z.object({
    entity: EntityId.optional(),
    name: Name,
    group: Group.optional(),
    colour: PlaceColour.nullable().optional(),
    geometry: PlaceGeometry,
    radius: Radius.nullable().optional(),
  }),
  reply: envelope(Place),
})

export const changePlace = manageEndpoint(`PUT ${API_BASE}/places`, {
  summary: 'Change a place (admin); what is left out stays',
  body: z.object({
    placeID: PlaceNumber,
    name: Name.optional(),
    group: Group.optional(),
    colour: PlaceColour.nullable().optional(),
    geometry: PlaceGeometry.optional(),
    radius: Radius.nullable().optional(),
    version: SeenVersion,
  }),
  reply: envelope(Place),
})

export const removePlace = manageEndpoint(`DELETE ${API_BASE}/places`, {
  summary: 'Delete a place (admin)',
  body: z.object({ placeID: PlaceNumber }),
})
