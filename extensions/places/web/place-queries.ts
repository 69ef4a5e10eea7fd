import { changePlace, createPlace, removePlace } from '@fieldwatch/contract/places/places'
import { FARTHEST, listNearestUnits } from '@fieldwatch/contract/units/nearest-units'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { useApiAction, useCall } from '@fieldwatch/web/platform/api/use-action.ts'
import { saveFile } from '@fieldwatch/web/shared/downloads/save-file.ts'
import type { Position } from '@fieldwatch/web/shared/map/position.ts'
import { PLACES_KEY } from '@fieldwatch/web/shared/places/places-key.ts'
import { exportPlaces, importPlaces, type PlaceFormat } from '../contract/place-files.ts'

const EVERYWHERE = { lat: 0, lon: 0, radius: FARTHEST }

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
