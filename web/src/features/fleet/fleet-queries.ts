import { listUnitColumns } from '@fieldwatch/contract/unit-columns'
import type { EntityId } from '@fieldwatch/contract/ids'
import { type QueryClient, queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { LABELS_KEY } from '#shared/labels/label-keys.ts'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { type ListedUnit, unitsOfColumns } from './listed-unit.ts'
import { mergeDocuments } from './merge-documents.ts'

const UNITS_KEY = ['units'] as const

/** Changes of documents within this time are rendered together. */
const BATCH_MS = 250

/** The data documents of the viewing entities, by name. */
export function unitsQuery(api: Api) {
  return queryOptions({
    queryKey: UNITS_KEY,
    queryFn: async ({ signal }): Promise<readonly ListedUnit[]> => {
      const { details } = await api.call(listUnitColumns, {}, { signal })
      return unitsOfColumns(details)
    },
  })
}

/** Reads the units before their page asks for them. */
export function prefetchUnits(client: QueryClient, api: Api): Promise<void> {
  return client.prefetchQuery(unitsQuery(api))
}

/**
 * The units of these entities, kept up to date as long as the page is open. The stream, which begins with every unit once more,
 * waits for the list, so that it does not slow it down.
 */
export function useUnits(viewing: readonly EntityId[]): UseQueryResult<readonly ListedUnit[]> {
  const units = useQuery(unitsQuery(useApi()))
  const client = useQueryClient()
  const changed = useRef(new Map<string, ListedUnit>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function flush(): void {
    timer.current = undefined
    const documents = changed.current
    changed.current = new Map()
    client.setQueryData<readonly ListedUnit[]>(UNITS_KEY, (units) => units && mergeDocuments(units, documents, viewing))
  }

  function readAnew(): void {
    void client.invalidateQueries({ queryKey: UNITS_KEY })
    readLabels()
  }

  function readLabels(): void {
    void client.invalidateQueries({ queryKey: LABELS_KEY })
  }

  useLiveDocuments(units.isPending ? undefined : 'viewing', {
    onModified: (document) => {
      changed.current.set(document.dataID, document)
      timer.current ??= setTimeout(flush, BATCH_MS)
    },
    onRemoved: readAnew,
    onLabels: readLabels,
    onReopened: readAnew,
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return units
}
