import { isObject } from '@fieldwatch/contract/text/json'
import { given } from '#platform/given.ts'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { ownSearch } from '#platform/address/own-search.ts'
import { formatPickedRange, parsePickedRange, type PickedRange } from '#shared/time-range/picked-range.ts'
import type { TableSort } from '#ui/table/column.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#ui/table/table-paging.ts'
import { type FilterSearch, NO_FILTER, readFilter, writeFilter } from './occurrence-filter.ts'

/** What the address of the events of a unit holds. */
interface EventsSearch {
  /** How each event table is looked at that is not looked at as it opens, by its name. */
  tables?: Readonly<Record<string, EventViewSearch>>
}

/** As the address has it; what is as it opens is left out. */
interface EventViewSearch extends FilterSearch {
  range?: string
  page?: number
  size?: number
  /** A column; behind a dash downwards. */
  sort?: string
}

/** How one event table is looked at. */
export interface EventView {
  /** Undefined: the most recent events. */
  readonly range: PickedRange | undefined
  readonly page: number
  readonly pageSize: number
  readonly sort: TableSort
  readonly filter: OccurrenceFilter
}

/** The most recent events first. */
export const NEWEST_FIRST: TableSort = { column: 'startUTC', direction: 'desc' }

const AS_OPENED: EventView = {
  range: undefined,
  page: 1,
  pageSize: DEFAULT_PAGE_SIZE,
  sort: NEWEST_FIRST,
  filter: NO_FILTER,
}

/** Reads the part of the address that belongs to the Events page. */
export const readEventsSearch = ownSearch<EventsSearch>(['tables'], ({ tables }) => {
  if (!isObject(tables)) return {}
  const views = Object.entries(tables).map(([name, view]) => [name, writeView(readView(view))] as const)
  return searchOf(views)
})

/** How a table is looked at. */
export function viewOf({ tables }: EventsSearch, name: string): EventView {
  return tables !== undefined && Object.hasOwn(tables, name) ? readView(tables[name]) : AS_OPENED
}

/** The address with another view of one table. */
export function withView({ tables = {} }: EventsSearch, name: string, view: EventView): EventsSearch {
  const others = Object.entries(tables).filter(([other]) => other !== name)
  return searchOf([...others, [name, writeView(view)]])
}

function searchOf(views: readonly (readonly [string, EventViewSearch])[]): EventsSearch {
  const filled = views.filter(([, view]) => Object.keys(view).length > 0)
  return filled.length === 0 ? {} : { tables: Object.fromEntries(filled) }
}

function readView(raw: unknown): EventView {
  const { range, page, size, sort, ...filter } = isObject(raw) ? raw : {}
  return {
    range: typeof range === 'string' ? parsePickedRange(range) : undefined,
    page: typeof page === 'number' && Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: PAGE_SIZES.find((one) => one === size) ?? DEFAULT_PAGE_SIZE,
    sort: typeof sort === 'string' ? readSort(sort) : NEWEST_FIRST,
    filter: readFilter(filter),
  }
}

function writeView({ range, page, pageSize, sort, filter }: EventView): EventViewSearch {
  const isNewestFirst = sort.column === NEWEST_FIRST.column && sort.direction === NEWEST_FIRST.direction
  return given({
    range: range && formatPickedRange(range),
    page: page === 1 ? undefined : page,
    size: pageSize === DEFAULT_PAGE_SIZE ? undefined : pageSize,
    sort: isNewestFirst ? undefined : `${sort.direction === 'desc' ? '-' : ''}${sort.column}`,
    ...writeFilter(filter),
  })
}

function readSort(text: string): TableSort {
  const column = text.replace(/^-/, '')
  if (column === '' || column.length > 200) return NEWEST_FIRST
  return { column, direction: text.startsWith('-') ? 'desc' : 'asc' }
}
