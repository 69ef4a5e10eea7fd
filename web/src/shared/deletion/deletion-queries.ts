import { changeDataId, deleteEntity, deleteSource, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { createUnitOfChild } from '@fieldwatch/contract/units/gateway-children'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'

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

/** Deletes a unit by its name, typed once more. */
export function useDeleteUnit({ dataID, friendlyName }: Pick<DataDocument, 'dataID' | 'friendlyName'>) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: () => api.call(deleteUnit, { params: { dataID }, body: { confirm: friendlyName } }),
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Gives a unit another dataID. */
export function useChangeDataId({ dataID, version }: Pick<DataDocument, 'dataID' | 'version'>) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    mutationFn: async (wanted: string) =>
      (await api.call(changeDataId, { params: { dataID }, body: { dataID: wanted, version } })).details.dataID,
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Deletes an entity by its name, typed once more. */
export function useDeleteEntity(entityID: EntityId, name: string) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: () => api.call(deleteEntity, { body: { entityID, confirm: name } }),
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Makes a unit of a device behind a gateway. */
export function useCreateUnitOfChild(gateway: DataId, source: SourceName) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: (unit: { readonly dataID: string; readonly friendlyName: string }) =>
      api.call(createUnitOfChild, { params: { dataID: gateway }, body: { source, ...unit } }),
    onSuccess: () => client.invalidateQueries(),
  })
}
