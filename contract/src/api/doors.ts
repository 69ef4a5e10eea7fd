import { z } from 'zod'

/** The doors by which units send: our own two first, then those that speak protocols of other makers. */
export const DOORS = [
  'mqtt',
  'http',
  'thingsboard',
  'json',
  'things-stack',
  'chirpstack',
  'influx',
  'prometheus',
  'osmand',
  'owntracks',
  'teltonika',
] as const

export const Door = z.enum(DOORS)
export type Door = z.infer<typeof Door>
