import { addMaintenance, listMaintenance, removeMaintenance } from '@fieldwatch/contract/alerts/alert-history'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApiAction } from '#platform/api/use-action.ts'
import { ALERTS_KEY } from '#shared/alerts/alert-keys.ts'

const LOOK_AGAIN_MS = 60_000

/** The windows of a unit that are not over. */
export function maintenanceQuery(api: Api, dataId: DataId) {
  return detailsQuery(api, listMaintenance, {
    queryKey: ['maintenance', dataId],
    query: { dataID: dataId },
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
