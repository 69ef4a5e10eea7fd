import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { say } from '../say.ts'
import { findSeries, type FoundSeries } from './find-series.ts'
import { METRIC } from './label-matchers.ts'
import { parseSelector } from './parse-query.ts'
import type { Selector } from './query.ts'
import { keyOf, LABEL_NAMES } from './series-labels.ts'
import type { SeriesStore } from './series-store.ts'

/** Entries of a list; a longer one is cut, and a warning says so. */
const LIST_MAX = 20_000

export interface AskedList {
  readonly 'match[]'?: readonly string[] | undefined
  readonly limit?: number | undefined
}

export interface Listing {
  readonly store: SeriesStore
  readonly caller: Pick<Caller, 'role' | 'reach'>
  readonly signal: AbortSignal
}

interface List<T> {
  readonly data: T
  readonly isCut: boolean
}

/** The labels of the series that any of the selectors matches. @throws DomainError query/invalid, query/unsupported */
export async function listSeries(listing: Listing, asked: AskedList): Promise<List<Record<string, string>[]>> {
  if (asked['match[]'] === undefined)
    throw new DomainError('query/invalid', { message: say('prometheus.query.no-match') })
  const entry = ({ labels }: FoundSeries) => ({ key: keyOf(labels), value: Object.fromEntries(labels) })
  const { entries, isCut } = await collect(listing, asked, entry)
  return { data: [...entries.values()], isCut }
}

/** The values of a label, by name. @throws DomainError query/invalid, query/unsupported */
export async function listValues(listing: Listing, asked: AskedList, name: string): Promise<List<string[]>> {
  if (!LABEL_NAMES.some((known) => known === name)) return { data: [], isCut: false }
  const entry = ({ labels }: FoundSeries) => ({ key: labels.get(name) ?? '', value: undefined })
  const { entries, isCut } = await collect(listing, asked, entry)
  return { data: [...entries.keys()].sort(), isCut }
}

/** All series have the same labels. @throws DomainError query/invalid, query/unsupported */
export async function listLabels(listing: Listing, asked: AskedList): Promise<List<readonly string[]>> {
  for (const selector of await selectorsOf(asked)) {
    for await (const _ of findSeries(listing.store, selector, listing.caller, listing.signal)) {
      return {
        data: LABEL_NAMES.slice(0, asked.limit === undefined || asked.limit === 0 ? undefined : asked.limit),
        isCut: false,
      }
    }
  }
  return { data: [], isCut: false }
}

interface AskedMetadata extends Pick<AskedList, 'limit'> {
  readonly metric?: string | undefined
}

/** Every metric as a gauge: whether a field counts up is not known. */
export async function listMetadata(
  listing: Listing,
  { metric, limit }: AskedMetadata,
): Promise<List<Record<string, unknown>>> {
  const { data, isCut } = await listValues(listing, { limit: metric === undefined ? limit : undefined }, METRIC)
  const metrics = metric === undefined ? data : data.filter((name) => name === metric)
  return { data: Object.fromEntries(metrics.map((name) => [name, [{ type: 'gauge', unit: '', help: '' }]])), isCut }
}

async function collect<T>(
  { store, caller, signal }: Listing,
  asked: AskedList,
  entryOf: (series: FoundSeries) => { key: string; value: T },
): Promise<{ entries: ReadonlyMap<string, T>; isCut: boolean }> {
  const most = asked.limit === undefined || asked.limit === 0 ? LIST_MAX : Math.min(asked.limit, LIST_MAX)
  const entries = new Map<string, T>()
  for (const selector of await selectorsOf(asked)) {
    for await (const series of findSeries(store, selector, caller, signal)) {
      const { key, value } = entryOf(series)
      if (entries.has(key)) continue
      if (entries.size === most) return { entries, isCut: true }
      entries.set(key, value)
    }
  }
  return { entries, isCut: false }
}

function selectorsOf({
  'match[]': texts,
}: AskedList): Promise<Pick<Selector, 'matchers'>[]> | Pick<Selector, 'matchers'>[] {
  return texts === undefined ? [{ matchers: [] }] : Promise.all(texts.map(parseSelector))
}
