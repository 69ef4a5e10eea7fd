import type { DataId } from '@fieldwatch/contract/ids'
import type { MapWidget } from '@fieldwatch/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { readAllRecords } from '#platform/api/read-all-records.ts'
import { formatPickedRange, type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'
import { trackOf } from './history-track.ts'

interface TrackRequest {
  dataId: DataId
  map: MapWidget
  range: PickedRange
}

/** The track of a unit in a range; `read` counts the records as they arrive. */
export function useTrack({ dataId, map, range }: TrackRequest) {
  const api = useApi()
  const [read, setRead] = useState(0)
  const { source, latitudeField, longitudeField } = map
  const query = useQuery({
    queryKey: ['track', dataId, source, latitudeField, longitudeField, formatPickedRange(range)],
    queryFn: async ({ signal }) => {
      setRead(0)
      const { from, to } = spanOfPicked(range, Date.now())
      const filters = [
        { field: 'messageUTC', operator: '>=' as const, value: new Date(from).toISOString() },
        { field: 'messageUTC', operator: '<=' as const, value: new Date(to).toISOString() },
      ]
      const sort = { field: 'messageUTC', direction: 'asc' }
      try {
        const asked = { dataID: dataId, subject: source, filters, sort }
        return trackOf(await readAllRecords(api, asked, { signal, onPage: setRead }), { latitudeField, longitudeField })
      } catch (error) {
        if (hasCode(error, 'data/not-found')) return []
        throw error
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  return { ...query, read }
}
