import { given } from '#platform/given.ts'
import { ownSearch } from '#platform/address/own-search.ts'
import type { LabelId } from '@fieldwatch/contract/api/ids'
import { UNIT_FILTERS, type UnitFilter } from './unit-filter.ts'

/** What the address of the dashboard holds: `/dashboard?filter=not-deployed&search=pump&show=map`. */
interface FleetSearch {
  filter?: string
  search?: string
  /** The ids of labels that the units have, all of them. */
  labels?: readonly LabelId[]
  /** Only the units that are assigned to the person. */
  mine?: true
  /** On a small screen: the map in place of the list. */
  show?: 'map'
  /** The request to many units that is looked at. */
  batch?: number
  /** The import, or the change of many units, that is looked at. */
  job?: number
}

/** Keeps what is valid of an address. */
export const readFleetSearch = ownSearch<FleetSearch>(
  ['filter', 'search', 'labels', 'mine', 'show', 'batch', 'job'],
  (raw) => {
    const { filter, search, labels, mine, show, batch, job } = raw
    return withParts(
      {},
      {
        filter: UNIT_FILTERS.find((known) => known === filter),
        // The router parses text that looks like a number.
        search: typeof search === 'string' || typeof search === 'number' ? String(search) : undefined,
        labels: labelsIn(labels),
        mine: mine === true ? mine : undefined,
        show: show === 'map' ? show : undefined,
        batch: numberIn(batch),
        job: numberIn(job),
      },
    )
  },
)

export function filterOf({ filter }: FleetSearch): UnitFilter {
  return UNIT_FILTERS.find((known) => known === filter) ?? 'all'
}

/** A search of which parts are changed; what is as it is by default is left out. */
export function withParts(before: FleetSearch, parts: { [Part in keyof FleetSearch]: FleetSearch[Part] | undefined }) {
  const { filter, search, labels, ...rest } = { ...before, ...parts }
  return given({
    ...rest,
    filter: filter === 'all' ? undefined : filter,
    search: search || undefined,
    labels: labels?.length === 0 ? undefined : labels,
  })
}

/** The most labels that can be filtered by. */
const MOST_LABELS = 10

function labelsIn(raw: unknown): LabelId[] {
  if (!Array.isArray(raw)) return []
  const ids = raw.filter((id): id is LabelId => typeof id === 'string' && /^[\w-]{1,64}$/.test(id))
  return [...new Set(ids)].slice(0, MOST_LABELS)
}

function numberIn(raw: unknown): number | undefined {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw > 0 ? raw : undefined
}

/** The text of the search box, which reacts at each key while the address follows later. */
interface SearchText {
  readonly text: string
  /** The last search of the address. */
  readonly address: string
  /** Typed texts that have not reached the address yet. */
  readonly onTheWay: readonly string[]
}

export function startText(address: string): SearchText {
  return { text: address, address, onTheWay: [] }
}

export function withTyped({ address, onTheWay }: SearchText, text: string): SearchText {
  return { text, address, onTheWay: [...onTheWay, text] }
}

/** The address changed. A typed text that arrives late is ignored; anything else, such as a link, replaces the text. */
export function withAddress({ text, onTheWay }: SearchText, address: string): SearchText {
  const place = onTheWay.lastIndexOf(address)
  if (place === -1) return startText(address)
  return { text, address, onTheWay: onTheWay.slice(place + 1) }
}
