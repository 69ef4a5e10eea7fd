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
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import type { Position } from '#shared/map/position.ts'
import { saveFile } from '#shared/downloads/save-file.ts'
import { PLACES_KEY } from './places-key.ts'

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

const CHANGE = { rereads: [PLACES_KEY] }

export const useCreatePlace = () => useCall(createPlace, { ...CHANGE, once: true })
export const useChangePlace = () => useCall(changePlace, CHANGE)
export const useRemovePlace = () => useCall(removePlace, CHANGE)
export const useImportPlaces = () => useCall(importPlaces, CHANGE)

/** Saves the places of the viewing entities as a file. */
export function useExportPlaces() {
  return useApiAction(async (api, format: PlaceFormat) => {
    const response = await api.callRaw(exportPlaces, { query: { format } })
    saveFile(await response.blob(), `places.${format}`)
  })
}
