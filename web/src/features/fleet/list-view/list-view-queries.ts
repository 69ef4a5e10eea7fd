import { DEFAULT_LIST_VIEW } from '@fieldwatch/contract/units/list-columns'
import { getListView, type ListView, setListView } from '@fieldwatch/contract/units/list-view'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'

/** How the person looks at the list. It changes by what they do here; what they do elsewhere is seen when the page is loaded again. */
function listViewQuery(api: Api) {
  return detailsQuery(api, getListView, { queryKey: ['list-view'], staleTime: Infinity })
}

/** Reads the view while the list is still loading. */
export function prefetchListView(client: QueryClient, api: Api): Promise<void> {
  return client.prefetchQuery(listViewQuery(api))
}

interface KeptListView {
  /** Undefined until it is known. When it cannot be read it is as everybody's is. */
  readonly view: ListView | undefined
  /** Shows the list so at once, and keeps it for the next time. */
  readonly change: (view: ListView) => void
  /** Why the last change was not kept. */
  readonly error: Error | null
}

export function useListView(): KeptListView {
  const api = useApi()
  const client = useQueryClient()
  const query = listViewQuery(api)
  const { data, failureCount } = useQuery(query)
  const newest = useRef<ListView>(undefined)
  const { mutate, error } = useMutation({
    // One after the other, so that the last one counts; those that were changed again while they waited are not sent.
    scope: { id: 'list-view' },
    mutationFn: async (view: ListView) => {
      if (view === newest.current) await api.call(setListView, { body: view })
    },
  })
  return {
    view: data ?? (failureCount === 0 ? undefined : DEFAULT),
    change: (view) => {
      newest.current = view
      client.setQueryData(query.queryKey, view)
      mutate(view)
    },
    error,
  }
}

const DEFAULT: ListView = { ...DEFAULT_LIST_VIEW, columns: [...DEFAULT_LIST_VIEW.columns] }
