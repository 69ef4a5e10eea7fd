import { type DataDocument, PAUSE_MARKER, setPausedData } from '@fieldwatch/contract/units'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { unitQuery } from '#shared/units/unit-queries.ts'

/** Pauses or resumes the sensor of a unit. What an admin paused of its sources stays paused. */
export function usePause({ dataID }: Pick<DataDocument, 'dataID'>) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ paused }: { paused: boolean }) => {
      const body = { dataID, ...(paused ? { pause: [PAUSE_MARKER] } : { resume: [PAUSE_MARKER] }) }
      return (await api.call(setPausedData, { body })).details
    },
    onSuccess: (document) => client.setQueryData(unitQuery(api, dataID).queryKey, document),
  })
}
