import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from './endpoint.ts'

export const MapSettings = z.object({
  /** MapLibre style document to draw maps with; null means the offline base map. */
  styleUrl: z.string().nullable(),
  /** Key of the Maps JavaScript API; with one, Google Maps draws the maps instead. */
  googleMapsKey: z.string().nullable(),
})
export type MapSettings = z.infer<typeof MapSettings>

export const getMapSettings = defineEndpoint({
  method: 'GET',
  path: `${API_BASE}/map`,
  access: 'session',
  tag: 'map',
  summary: 'What maps are drawn with; no style means the offline base map of the web app',
  reply: envelope(MapSettings),
})
