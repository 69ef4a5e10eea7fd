import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'

/** Reads a list again and finds a thing in it. Throws an Error with the sentence `gone` where it is not there any more. */
export function useFindNewer() {
  const api = useApi()
  const client = useQueryClient()
  return async <List, Thing, Key extends QueryKey>(
    queryOf: (api: Api) => FetchQueryOptions<List, Error, List, Key>,
    find: (list: List) => Thing | undefined,
    gone: string,
  ): Promise<Thing> => {
    const found = find(await client.fetchQuery({ ...queryOf(api), staleTime: 0 }))
    if (found === undefined) throw new Error(gone)
    return found
  }
}
