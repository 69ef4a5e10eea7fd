import { getMapSettings } from '@fieldwatch/contract/api/map'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** What maps are drawn with. A page that loads the map asks for it at the same time. */
export function mapSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: ['map-settings'] as const,
    queryFn: async ({ signal }) => (await api.call(getMapSettings, {}, { signal })).details,
    // It changes with the configuration, when the portal starts.
    staleTime: Infinity,
  })
}
