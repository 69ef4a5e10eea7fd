import { byFriendlyName } from '@fieldwatch/contract/text/natural-order'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { LABELS_KEY } from '#shared/units/label-keys.ts'
import { type Throttle, createThrottle } from '#platform/live/throttle.ts'
import { useLive, useLiveDocuments } from '#platform/live/live-context.ts'
import { type ListedUnit, unitsOfColumns } from './listed-unit.ts'
import { PLACES_KEY } from '#shared/places/places-key.ts'

const UNITS_KEY = ['units'] as const

/** Changes of documents within this time are rendered together. */
const BATCH_MS = 250

/** However much is gone, the list is read again no more often than this. */
const PAUSE_MS = 1_000

interface ReadUnits {
  readonly units: readonly ListedUnit[]
  /** Where the stream carries on; servers of a former release do not tell. */
  readonly asOf: string | undefined
}

/** What the list shows. */
interface ListedUnits {
  readonly data: readonly ListedUnit[] | undefined
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

/** The units of the viewing entities, by name. */
export function unitsQuery(api: Api) {
  return queryOptions({
    queryKey: UNITS_KEY,
    queryFn: async ({ signal }): Promise<ReadUnits> => {
      const { details, asOf } = await api.call(listUnitColumns, {}, { signal })
      return { units: unitsOfColumns(details), asOf }
    },
  })
}

/** Reads the units before their page asks for them. */
export function prefetchUnits(client: QueryClient, api: Api): Promise<void> {
  return client.prefetchQuery(unitsQuery(api))
}

/** The units of these entities, kept up to date as long as the page is open. The stream carries on where the list was read. */
export function useUnits(viewing: readonly EntityId[]): ListedUnits {
  const { data, error, isPending, refetch } = useQuery(unitsQuery(useApi()))
  const asOf = data?.asOf
  const client = useQueryClient()
  const live = useLive()
  const changed = useRef(new Map<string, ListedUnit>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reading = useRef<Throttle>(undefined)

  function flush(): void {
    timer.current = undefined
    // A read that is under way may have begun before these changes: they are put into what it brings.
    if (client.isFetching({ queryKey: UNITS_KEY, exact: true }) > 0) return flushSoon()
    const documents = changed.current
    changed.current = new Map()
    client.setQueryData<ReadUnits>(
      UNITS_KEY,
      (read) => read && { ...read, units: mergeDocuments(read.units, documents, viewing) },
    )
  }

  function flushSoon(): void {
    timer.current ??= setTimeout(flush, BATCH_MS)
  }

  function reload(): void {
    reading.current?.ask()
  }

  function readLabels(): void {
    void client.invalidateQueries({ queryKey: LABELS_KEY })
  }

  useLiveDocuments(isPending ? undefined : 'viewing', {
    modified: (document) => {
      changed.current.set(document.dataID, document)
      flushSoon()
    },
    removed: ({ dataID }) => {
      // What it sent before it left does not bring it back.
      changed.current.delete(dataID)
      reload()
    },
    outdated: reload,
    labels: readLabels,
    places: () => void client.invalidateQueries({ queryKey: PLACES_KEY }),
    opened: ({ again }) => {
      if (again && asOf === undefined) reload()
      readLabels()
    },
  })
  useEffect(() => {
    if (asOf !== undefined) live.carryOnFrom(asOf)
  }, [live, asOf])
  useEffect(() => {
    const throttle = createThrottle(() => client.invalidateQueries({ queryKey: UNITS_KEY, exact: true }), PAUSE_MS)
    reading.current = throttle
    return () => {
      throttle.stop()
      clearTimeout(timer.current)
    }
  }, [client])
  return { data: data?.units, error, refetch }
}

/**
 * The list with changed documents replaced, and new and renamed ones by name. After a switch of entities the former stream lives on
 * for some seconds: its documents are ignored.
 */
export function mergeDocuments(
  units: readonly ListedUnit[],
  changed: ReadonlyMap<string, ListedUnit>,
  viewing: readonly EntityId[],
): readonly ListedUnit[] {
  if (changed.size === 0) return units
  const known = new Set<string>(units.map(({ dataID }) => dataID))
  const merged = units.map((unit) => changed.get(unit.dataID) ?? unit)
  const added = [...changed.values()].filter(
    ({ dataID, entities }) => !known.has(dataID) && entities.some((entity) => viewing.includes(entity)),
  )
  const isInOrder =
    added.length === 0 && units.every(({ friendlyName }, place) => merged[place]?.friendlyName === friendlyName)
  return isInOrder ? merged : [...merged, ...added].toSorted(byFriendlyName)
}
