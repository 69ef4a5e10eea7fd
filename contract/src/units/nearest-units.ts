import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, UtcTime } from '../api/ids.ts'

/** The most units of one answer. */
const MOST_NEAREST_UNITS = 500
/** Half of the way round the earth, in metres: all units. */
export const FARTHEST = 20_100_000

export const NearUnit = z.object({
  dataID: DataId,
  friendlyName: z.string(),
  /** Its current position. */
  lat: z.number(),
  lon: z.number(),
  /** Metres along a great circle. */
  distance: z.number(),
  active: z.boolean(),
  lastActivityUTC: UtcTime.nullable(),
})
export type NearUnit = z.infer<typeof NearUnit>

export const listNearestUnits = defineEndpoint(`GET ${API_BASE}/devices/nearest`, {
  scope: 'read',
  tag: 'units',
  summary:
    'The units of the viewing entities within so many metres of a position, by their current positions, the nearest first',
  query: z.object({
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
    /** Metres. */
    radius: z.coerce.number().min(1).max(FARTHEST).default(10_000),
    limit: z.coerce.number().int().min(1).max(MOST_NEAREST_UNITS).default(100),
  }),
  reply: envelope(
    z.object({
      units: z.array(NearUnit),
      /** How many there are, of which these are the first. */
      total: z.number().int(),
    }),
  ),
})
