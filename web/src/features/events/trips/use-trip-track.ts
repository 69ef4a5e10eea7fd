import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { fetchSeries } from '#shared/charts/fetch-series.ts'
import { type TimedTrack, trackOfSeries } from '#shared/replay/tracks.ts'
import type { ShownTrip } from './shown-trips.ts'

interface Asked {
  readonly dataId: DataId
  readonly source: SourceName
  readonly trips: readonly ShownTrip[]
}

/** As many columns as an answer may have: of a day each has 22 seconds. */
const WIDTH = 4_000
const NO_TRACK: TimedTrack = { times: [], positions: [] }

/** Where a unit was over some trips. */
export function useTripTrack({ dataId, source, trips }: Asked) {
  const api = useApi()
  const [first, last] = [trips[0], trips.at(-1)]
  const range = first === undefined || last === undefined ? undefined : { from: first.from, to: last.to + 1 }
  return useQuery({
    queryKey: ['trip-track', dataId, source, range?.from, range?.to] as const,
    queryFn: async ({ signal }): Promise<TimedTrack> => {
      if (range === undefined) return NO_TRACK
      try {
        const request = { dataId, source, fields: ['lat', 'lon'], ...range, width: WIDTH }
        return trackOfSeries((await fetchSeries(api, request, signal)).data)
      } catch (error) {
        if (hasCode(error, 'data/not-found', 'data/field-not-found')) return NO_TRACK
        throw error
      }
    },
    enabled: range !== undefined,
    structuralSharing: false,
  })
}
