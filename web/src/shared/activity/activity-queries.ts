import { getActivity, listActivity } from '@fieldwatch/contract/activity/activity'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'

/** What is left out is not narrowed. */
export type ActivityNarrowing = Omit<CallOf<typeof listActivity>['query'], 'after' | 'limit'>

/** The newest first, page by page. */
export function activityQuery(api: Api, narrowing: ActivityNarrowing, limit: number) {
  return infiniteQueryOptions({
    queryKey: ['activity', narrowing, limit] as const,
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...narrowing, limit, ...(pageParam === null ? {} : { after: pageParam }) }
      return (await api.call(listActivity, { query }, { signal })).details
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

export function activityEntryQuery(api: Api, activityID: number) {
  return detailsQuery(api, getActivity, {
    queryKey: ['activity', activityID],
    params: { activityID },
    // What happened does not change.
    staleTime: Infinity,
  })
}
