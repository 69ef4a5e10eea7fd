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
    return {
      ...(UNIT_FILTERS.some((known) => known !== 'all' && known === filter) ? { filter: String(filter) } : {}),
      // The router parses text that looks like a number.
      ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
      ...(labelsIn(labels).length === 0 ? {} : { labels: labelsIn(labels) }),
      ...(mine === true ? { mine } : {}),
      ...(show === 'map' ? { show } : {}),
      ...(typeof batch === 'number' && Number.isSafeInteger(batch) && batch > 0 ? { batch } : {}),
      ...(typeof job === 'number' && Number.isSafeInteger(job) && job > 0 ? { job } : {}),
    }
  },
)

export function filterOf({ filter }: FleetSearch): UnitFilter {
  return UNIT_FILTERS.find((known) => known === filter) ?? 'all'
}

/** `search` without defaults. */
export function withFilter({ filter: _before, ...rest }: FleetSearch, filter: UnitFilter): FleetSearch {
  return filter === 'all' ? rest : { ...rest, filter }
}

export function withSearch({ search: _before, ...rest }: FleetSearch, search: string): FleetSearch {
  return search === '' ? rest : { ...rest, search }
}

export function withLabels({ labels: _before, ...rest }: FleetSearch, labels: readonly LabelId[]): FleetSearch {
  return labels.length === 0 ? rest : { ...rest, labels }
}

export function withMine({ mine: _before, ...rest }: FleetSearch, wanted: { mine: boolean }): FleetSearch {
  return wanted.mine ? { ...rest, mine: true } : rest
}

export function withMap({ show: _before, ...rest }: FleetSearch, shown: { map: boolean }): FleetSearch {
  return shown.map ? { ...rest, show: 'map' } : rest
}

export function withBatch({ batch: _before, ...rest }: FleetSearch, batch: number | undefined): FleetSearch {
  return batch === undefined ? rest : { ...rest, batch }
}

export function withJob({ job: _before, ...rest }: FleetSearch, job: number | undefined): FleetSearch {
  return job === undefined ? rest : { ...rest, job }
}

/** The most labels that can be filtered by. */
const MOST_LABELS = 10

function labelsIn(raw: unknown): LabelId[] {
  if (!Array.isArray(raw)) return []
  const ids = raw.filter((id): id is LabelId => typeof id === 'string' && /^[\w-]{1,64}$/.test(id))
  return [...new Set(ids)].slice(0, MOST_LABELS)
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
