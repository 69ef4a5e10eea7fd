import { LAST_VALUES_MOST, listLastValues, listLatest, type LatestRecord } from '@fieldwatch/contract/telemetry/data'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

const LOOK_MS = 10_000

interface AskedField {
  devices: readonly DataId[]
  source: string
  field: string
}

/** The unit of measure of a field, where all of the devices that name one name the same. */
export function fieldUnitQuery(api: Api, { devices, source, field }: AskedField) {
  const asked = devices.slice(0, LAST_VALUES_MOST)
  return queryOptions({
    queryKey: ['field-unit', asked, source, field] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const body = { dataIDs: asked, subject: source, field }
      const values = (await api.call(listLastValues, { body }, { signal })).body.details
      const [unit, ...others] = new Set(values.map((value) => value.unit))
      return others.length === 0 ? (unit ?? null) : null
    },
    enabled: source !== '' && field !== '' && asked.length > 0,
    staleTime: Infinity,
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
