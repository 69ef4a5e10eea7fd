import { type DataDocument, MEASUREMENT_COLLECTIONS, setPausedData } from '@fieldwatch/contract/units'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { unitQuery } from '#shared/units/unit-queries.ts'

/** Pauses or resumes the sensor of a unit and the collections behind the cards. */
export function usePause({ dataID }: Pick<DataDocument, 'dataID'>) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ paused }: { paused: boolean }) => {
      const names = [...MEASUREMENT_COLLECTIONS]
      const body = { dataID, ...(paused ? { pause: names } : { resume: names }) }
      return (await api.call(setPausedData, { body })).details
    },
    onSuccess: (document) => client.setQueryData(unitQuery(api, dataID).queryKey, document),
  })
}
