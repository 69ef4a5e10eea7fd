import { listLatest, listSharedOptions, type LatestRecord, type SharedSource } from '@fieldwatch/contract/data'
import type { DataId } from '@fieldwatch/contract/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

const LOOK_MS = 10_000

/** Which sources and fields the devices have, and how many of them. */
export function sharedOptionsQuery(api: Api, dataIds: readonly DataId[]) {
  return queryOptions({
    queryKey: ['shared-options', dataIds] as const,
    queryFn: async ({ signal }): Promise<SharedSource[]> =>
      (await api.call(listSharedOptions, { body: { dataIDs: [...dataIds] } }, { signal })).body.details,
    enabled: dataIds.length > 0,
  })
}

/** The newest record that each of the devices has in a source, every few seconds. */
export function latestOfSourceQuery(api: Api, dataIds: readonly DataId[], source: string) {
  return queryOptions({
    queryKey: ['latest-of-source', source, dataIds] as const,
    queryFn: async ({ signal }): Promise<LatestRecord[]> =>
      (await api.call(listLatest, { body: { dataIDs: [...dataIds], subject: source } }, { signal })).body.details,
    enabled: source !== '' && dataIds.length > 0,
    refetchInterval: LOOK_MS,
  })
}
