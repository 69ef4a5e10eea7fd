import { getMapSettings, getStreetTile, type MapSettings } from '@fieldwatch/contract/api/map'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import type { LoadTile } from './drawn-map.ts'

/** What maps are drawn with. A page that loads the map asks for it at the same time. */
export function mapSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: ['map-settings'] as const,
    queryFn: async ({ signal }) => (await api.call(getMapSettings, {}, { signal })).details,
    // It changes with the configuration, when the portal starts.
    staleTime: Infinity,
  })
}

/** What maps are drawn with; the offline base map when that cannot be read. */
export function readMapSettings(client: QueryClient, api: Api): Promise<MapSettings> {
  return client
    .ensureQueryData(mapSettingsQuery(api))
    .catch(() => ({ styleUrl: null, googleMapsKey: null, streets: null }))
}

export function tileLoader(api: Api): LoadTile {
  return async (params, signal) => (await api.callRaw(getStreetTile, { params }, { signal })).arrayBuffer()
}
