import { type DataDocument, setPausedData } from '@fieldwatch/contract/units'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#api/api-context.tsx'
import { unitQuery } from '#units/unit-queries.ts'
import { withPause } from './with-pause.ts'

/** Pauses or resumes the measurements of a unit. */
export function usePause({ dataID, pausedData }: DataDocument) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ paused }: { paused: boolean }) => {
      const body = { dataID, pausedData: withPause(pausedData, { paused }) }
      return (await api.call(setPausedData, { body })).details
    },
    onSuccess: (document) => client.setQueryData(unitQuery(api, dataID).queryKey, document),
  })
}
