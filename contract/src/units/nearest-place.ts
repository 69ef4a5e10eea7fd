import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'

/** The eight directions, clockwise. */
export const Direction = z.enum([
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
])
export type Direction = z.infer<typeof Direction>

/** The city, town or village that something is nearest to. */
export const NearestPlace = z.object({
  name: z.string(),
  /** From the middle of the place, in whole kilometres. */
  distanceKm: z.number().int().min(0),
  /** From the place; null means in it. */
  direction: Direction.nullable(),
})
export type NearestPlace = z.infer<typeof NearestPlace>

export const getNearestPlace = defineEndpoint(`GET ${API_BASE}/places/nearest`, {
  scope: 'read',
  tag: 'map',
  summary: 'The city, town or village nearest to a position, and where that is',
  query: z.object({
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
  }),
  reply: envelope(NearestPlace.extend({ lat: z.number(), lon: z.number() })),
})
