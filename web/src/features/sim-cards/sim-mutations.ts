import type { CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { createSim, importSimCsv, removeSims, updateSim } from '@fieldwatch/contract/units/sims'
import { useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { SIMS_KEY } from '#shared/sims/sim-queries.ts'

export type NewSim = CallOf<typeof createSim>['body']
export type SimChange = CallOf<typeof updateSim>['body']
export type SimFile = CallOf<typeof importSimCsv>['body']
export type SimImported = ReplyOf<typeof importSimCsv>['details']

export function useCreateSim() {
  return useSimMutation((api, body: NewSim) => api.call(createSim, { body }))
}

export function useUpdateSim() {
  return useSimMutation((api, body: SimChange) => api.call(updateSim, { body }))
}

export function useRemoveSims() {
  return useSimMutation(
    async (api, simIDs: readonly string[]) => (await api.call(removeSims, { body: { simIDs: [...simIDs] } })).details,
  )
}

/** Tells what a file would do, or does it. */
export function useImportSims() {
  return useSimMutation(async (api, body: SimFile) => (await api.call(importSimCsv, { body })).details)
}

function useSimMutation<Given, Reply>(change: (api: Api, given: Given) => Promise<Reply>) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    mutationFn: (given: Given) => change(api, given),
    onSuccess: () => client.invalidateQueries({ queryKey: SIMS_KEY }),
  })
}
