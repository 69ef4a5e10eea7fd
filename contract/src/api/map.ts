import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from './endpoint.ts'

/** A street map of a region or the world, in a file of the portal's own. */
export const StreetMap = z.object({
  minZoom: z.number().int(),
  maxZoom: z.number().int(),
  /** What it covers: west, south, east, north. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Whom its data is from, as HTML. */
  attribution: z.string(),
})
export type StreetMap = z.infer<typeof StreetMap>

export const MapSettings = z.object({
  /** MapLibre style document to draw maps with; null means the offline base map. */
  styleUrl: z.string().nullable(),
  /** Key of the Maps JavaScript API; with one, Google Maps draws the maps instead. */
  googleMapsKey: z.string().nullable(),
  /** The street map to draw where there is neither of them; null means the offline base map. */
  streets: StreetMap.nullable(),
})
export type MapSettings = z.infer<typeof MapSettings>

export const getMapSettings = defineEndpoint(`GET ${API_BASE}/map`, {
  scope: 'read',
  tag: 'map',
  summary: 'What maps are drawn with; no style means the offline base map of the web app',
  reply: envelope(MapSettings),
})

/** The largest zoom of tiles of places: maps enlarge the last ones. */
export const PLACES_MAX_ZOOM = 10
/** The largest zoom of tiles of the ground, whose lines are true to about half a kilometre. */
export const WORLD_MAX_ZOOM = 5

/** A square of the world in Web Mercator, as maps number them: of 2^z columns and rows from the north-west. */
const TileAddress = z
  .object({
    z: z.coerce.number().int().min(0).max(22),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  })
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom, 'fields.no-tile')
export type TileAddress = z.infer<typeof TileAddress>

/** A Mapbox vector tile; 204 where there is nothing. */
const tileEndpoint = endpointsWith({ tag: 'map', format: 'tile', params: TileAddress, reply: z.string() })

export const getWorldTile = tileEndpoint(`GET ${API_BASE}/map/world/:z/:x/:y`, {
  access: 'public',
  summary: 'Land, borders, lakes and rivers of the offline base map: a vector tile with data of Natural Earth',
})

export const getPlaceTile = tileEndpoint(`GET ${API_BASE}/map/places/:z/:x/:y`, {
  access: 'public',
  summary: 'Cities, towns and villages of the offline base map: a vector tile with data of GeoNames (CC BY 4.0)',
})

export const getStreetTile = tileEndpoint(`GET ${API_BASE}/map/streets/:z/:x/:y`, {
  scope: 'read',
  summary: 'Streets, buildings and names of the map that the portal is configured with: a vector tile',
})
