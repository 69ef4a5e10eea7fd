import { changeDataId, deleteEntity, deleteSource, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { createUnitOfChild } from '@fieldwatch/contract/units/gateway-children'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction, useApiAction } from '#platform/api/use-action.ts'

/** Deletes a source of a unit. */
export function useDeleteSource(dataId: DataId) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    mutationFn: (source: SourceName) =>
      api.call(deleteSource, { params: { dataID: dataId }, body: { source, confirm: source } }),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(dataId) }),
  })
}

/** Everything may show what is gone, or is called otherwise. */
const EVERYTHING = { rereads: [[]] }

/** Deletes a unit by its name, typed once more. */
export function useDeleteUnit({ dataID, friendlyName }: Pick<DataDocument, 'dataID' | 'friendlyName'>) {
  return useApiAction((api) => api.call(deleteUnit, { params: { dataID }, body: { confirm: friendlyName } }), {
    ...EVERYTHING,
    once: true,
  })
}

/** Gives a unit another dataID. */
export function useChangeDataId({ dataID, version }: Pick<DataDocument, 'dataID' | 'version'>) {
  return useApiAction(async (api, wanted: string) => {
    const body = { dataID: wanted, version }
    return (await api.call(changeDataId, { params: { dataID }, body })).details.dataID
  }, EVERYTHING)
}

/** Deletes an entity by its name, typed once more. */
export function useDeleteEntity(entityID: EntityId, name: string) {
  return useApiAction((api) => api.call(deleteEntity, { body: { entityID, confirm: name } }), {
    ...EVERYTHING,
    once: true,
  })
}

/** Makes a unit of a device behind a gateway. */
export function useCreateUnitOfChild(gateway: DataId, source: SourceName) {
  return useApiAction(
    (api, unit: { readonly dataID: string; readonly friendlyName: string }) =>
      api.call(createUnitOfChild, { params: { dataID: gateway }, body: { source, ...unit } }),
    { ...EVERYTHING, once: true },
  )
}
