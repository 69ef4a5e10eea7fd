import { type FieldTypes, getDataOptions } from '@fieldwatch/contract/telemetry/data'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** Field types of every source of a unit, by source. One with words among its numbers counts as numeric: charts draw the numbers. */
export function dataOptionsQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['data-options', dataId] as const,
    // Known sources are shown at once and asked for again, as new ones may have appeared.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, FieldTypes>>> =>
      (await api.call(getDataOptions, { params: { id: dataId }, query: { mixed: 'float' } }, { signal })).body.details,
  })
}
