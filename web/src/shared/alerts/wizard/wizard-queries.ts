import { listLatest, type LatestRecord } from '@fieldwatch/contract/data'
import type { DataId } from '@fieldwatch/contract/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

const LOOK_MS = 10_000

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
