import type { EventTable, OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatPickedRange, type PickedRange } from '#shared/time-range/picked-range.ts'
import type { TableSort } from '#ui/table/column.ts'
import type { TablePage } from '#ui/table/table-paging.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { type EventSpan, eventSpanOf } from './event-span.ts'
import { type EventView, NEWEST_FIRST, viewOf, withView } from './events-search.ts'

/** How an event table is looked at, and the ways to look at it otherwise. */
export interface EventViewState extends EventView {
  /** The range as it is asked for: the same object as long as the range is. */
  readonly span: EventSpan
  readonly setPage: (page: TablePage) => void
  readonly setSort: (sort: TableSort | undefined) => void
  readonly setRange: (range: PickedRange | undefined) => void
  readonly setFilter: (filter: OccurrenceFilter) => void
}

/** Range, page and order of an event table live in the address. */
export function useEventView({ name, columns }: Pick<EventTable, 'name' | 'columns'>): EventViewState {
  const search = useSearch({ from: '/signed-in/dashboard/$dataID/events' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/events' })
  const view = viewOf(search, name)
  const rangeKey = view.range && formatPickedRange(view.range)
  // oxlint-disable-next-line react/exhaustive-deps -- the address writes a range the same way as long as it is the same
  const [range, span] = useMemo(() => [view.range, eventSpanOf(view.range, portalNow())] as const, [rangeKey])

  function look(change: Partial<EventView>): void {
    void navigate({
      search: (before) => withView(before, name, { ...viewOf(before, name), ...change }),
      replace: true,
      resetScroll: false,
    })
  }

  return {
    ...view,
    sort: columns.includes(view.sort.column) ? view.sort : NEWEST_FIRST,
    range,
    span,
    setPage: ({ page, pageSize }) => look({ page, pageSize }),
    setSort: (sort) => look({ sort: sort ?? NEWEST_FIRST, page: 1 }),
    setRange: (next) => look({ range: next, page: 1 }),
    setFilter: (filter) => look({ filter, page: 1 }),
  }
}
