import { addMaintenance, listMaintenance, removeMaintenance } from '@fieldwatch/contract/alerts/alert-history'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { ALERTS_KEY } from '#shared/alerts/alert-keys.ts'

const LOOK_AGAIN_MS = 60_000

/** The windows of a unit that are not over. */
export function maintenanceQuery(api: Api, dataId: DataId) {
  return queryOptions({
    queryKey: ['maintenance', dataId] as const,
    queryFn: async ({ signal }) => (await api.call(listMaintenance, { query: { dataID: dataId } }, { signal })).details,
    refetchInterval: LOOK_AGAIN_MS,
  })
}

export function useAddMaintenance(dataId: DataId) {
  return useMaintenance(dataId, { once: true }, (api, window: { from: string; to: string; comment: string }) =>
    api.call(addMaintenance, { body: { dataID: dataId, ...window } }),
  )
}

export function useRemoveMaintenance(dataId: DataId) {
  return useMaintenance(dataId, { once: false }, (api, maintenanceID: number) =>
    api.call(removeMaintenance, { body: { dataID: dataId, maintenanceID } }),
  )
}

/** A change after which the windows are read again, also where someone else was quicker. */
function useMaintenance<Given, Reply>(
  dataId: DataId,
  { once }: { once: boolean },
  change: (api: Api, given: Given) => Promise<Reply>,
) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn: (given: Given) => change(api, given),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['maintenance', dataId] }),
        client.invalidateQueries({ queryKey: ALERTS_KEY }),
      ]).then(() => undefined),
  })
}
