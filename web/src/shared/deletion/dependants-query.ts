import { listDependants } from '@fieldwatch/contract/units/dependants'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** A thing that may be deleted. */
export type Deletable = CallOf<typeof listDependants>['query']

/** What depends on a thing, as it is now. */
export function dependantsQuery(api: Api, thing: Deletable) {
  return queryOptions({
    queryKey: ['dependants', thing],
    queryFn: async ({ signal }) => (await api.call(listDependants, { query: thing }, { signal })).details.dependants,
    staleTime: 0,
    gcTime: 0,
  })
}
