import { addMaintenance, listMaintenance, removeMaintenance } from '@fieldwatch/contract/alerts/alert-history'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApiAction } from '#platform/api/use-action.ts'
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

const changeOf = (dataId: DataId) => ({ rereads: [['maintenance', dataId], ALERTS_KEY] })

export function useAddMaintenance(dataId: DataId) {
  return useApiAction(
    (api, window: { from: string; to: string; comment: string }) =>
      api.call(addMaintenance, { body: { dataID: dataId, ...window } }),
    { once: true, ...changeOf(dataId) },
  )
}

export function useRemoveMaintenance(dataId: DataId) {
  return useApiAction(
    (api, maintenanceID: number) => api.call(removeMaintenance, { body: { dataID: dataId, maintenanceID } }),
    changeOf(dataId),
  )
}
