import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import {
  changePlace,
  createPlace,
  exportPlaces,
  importPlaces,
  listPlaces,
  type Place,
  type PlaceFormat,
  removePlace,
} from '@fieldwatch/contract/places/places'
import { FARTHEST, listNearestUnits } from '@fieldwatch/contract/units/nearest-units'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import type { Position } from '#shared/map/position.ts'
import { saveFile } from '#shared/downloads/save-file.ts'

const PLACES_KEY = ['places'] as const
const EVERYWHERE = { lat: 0, lon: 0, radius: FARTHEST }

/** The places of the viewing entities, by name. */
export function placesQuery(api: Api) {
  return queryOptions({
    queryKey: PLACES_KEY,
    queryFn: async ({ signal }): Promise<readonly Place[]> =>
      (await api.call(listPlaces, { query: {} }, { signal })).details.places,
  })
}

/** Where up to a hundred of the units are. */
export function unitPositionsQuery(api: Api) {
  return queryOptions({
    queryKey: ['unit-positions'] as const,
    queryFn: async ({ signal }): Promise<readonly Position[]> => {
      const { details } = await api.call(listNearestUnits, { query: EVERYWHERE }, { signal })
      return details.units.map(({ lat, lon }): Position => [lon, lat])
    },
  })
}

export function useCreatePlace() {
  return usePlaceAction(
    async (api, body: CallOf<typeof createPlace>['body']) => (await api.call(createPlace, { body })).details,
    { once: true },
  )
}

export function useChangePlace() {
  return usePlaceAction(
    async (api, body: CallOf<typeof changePlace>['body']) => (await api.call(changePlace, { body })).details,
  )
}

export function useRemovePlace() {
  return usePlaceAction((api, placeID: number) => api.call(removePlace, { body: { placeID } }))
}

export function useImportPlaces() {
  return usePlaceAction(
    async (api, body: CallOf<typeof importPlaces>['body']) => (await api.call(importPlaces, { body })).details,
  )
}

/** Saves the places of the viewing entities as a file. */
export function useExportPlaces() {
  const api = useApi()
  return useAction({
    mutationFn: async (format: PlaceFormat) => {
      const response = await api.callRaw(exportPlaces, { query: { format } })
      saveFile(await response.blob(), `places.${format}`)
    },
  })
}

function usePlaceAction<Given, Reply>(
  run: (api: Api, given: Given) => Promise<Reply>,
  { once = false }: { once?: boolean } = {},
) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn: (given: Given) => run(api, given),
    onSettled: () => client.invalidateQueries({ queryKey: PLACES_KEY }),
  })
}
