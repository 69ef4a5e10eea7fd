import { listPlaces, type Place } from '@fieldwatch/contract/places/places'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { PLACES_KEY } from './places-key.ts'

/** The places of the viewing entities, by name. */
export function placesQuery(api: Api) {
  return queryOptions({
    queryKey: PLACES_KEY,
    queryFn: async ({ signal }): Promise<readonly Place[]> =>
      (await api.call(listPlaces, { query: {} }, { signal })).details.places,
  })
}
