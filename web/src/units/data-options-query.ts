import { type FieldTypes, getDataOptions } from '@fieldwatch/contract/data'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#api/call.ts'

/** Field types of every source of a unit, by source. */
export function dataOptionsQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['data-options', dataId] as const,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, FieldTypes>>> =>
      (await api.call(getDataOptions, { params: { id: dataId } }, { signal })).body.details,
  })
}
