import { getMapSettings, getStreetTile, type MapSettings } from '@fieldwatch/contract/api/map'
import { type QueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import type { LoadTile } from './drawn-map.ts'

/** What maps are drawn with. A page that loads the map asks for it at the same time. */
export function mapSettingsQuery(api: Api) {
  return detailsQuery(api, getMapSettings, {
    queryKey: ['map-settings'],
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
