import { listSharedOptions, type SharedSource } from '@fieldwatch/contract/telemetry/data'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** Which sources and fields the devices have, and how many of them. */
export function sharedOptionsQuery(api: Api, dataIds: readonly DataId[]) {
  return queryOptions({
    queryKey: ['shared-options', dataIds] as const,
    queryFn: async ({ signal }): Promise<SharedSource[]> =>
      (await api.call(listSharedOptions, { body: { dataIDs: [...dataIds] } }, { signal })).body.details,
    enabled: dataIds.length > 0,
  })
}
