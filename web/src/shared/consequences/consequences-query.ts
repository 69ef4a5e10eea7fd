import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import type { ConsequenceList } from './consequences-text.ts'

/** What follows from a change, as things are now. */
export function consequencesQuery(api: Api, change: Change) {
  return queryOptions({
    queryKey: ['consequences', change],
    queryFn: async ({ signal }): Promise<ConsequenceList> =>
      (await api.call(listConsequences, { body: { change } }, { signal })).details,
    staleTime: 0,
    gcTime: 0,
  })
}
