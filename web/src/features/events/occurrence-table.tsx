import type { EventOccurrence, EventPage, EventTable } from '@fieldwatch/contract/events'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableSelection } from '#ui/table/use-data-table.ts'
import { shownColumns } from './event-headings.ts'
import { filterText } from './occurrence-filter.ts'
import { occurrenceColumns, occurrenceLabel } from './occurrence-columns.tsx'
import { occurrenceLink } from './occurrence-link.ts'
import type { EventViewState } from './use-event-view.ts'

interface OccurrenceTableProps {
  table: EventTable
  /** Undefined while it is on its way for the first time. */
  page: EventPage | undefined
  /** What stands in it is what was looked at before. */
  isOther: boolean
  isRefreshing: boolean
  view: EventViewState
  /** Undefined where nothing can be done with what is selected. */
  selection: TableSelection | undefined
}

const UP_TO_DATE = 'Getting Events Up To Date...'

/** The occurrences of an event table, page by page as the server sorts them. */
export function OccurrenceTable({ table, page, isOther, isRefreshing, view, selection }: OccurrenceTableProps) {
  const { unit } = useUnit()
  const template = useShownTemplate()
  const navigate = useNavigate()
  const { dataID } = unit
  const hasCharts = template?.timeSeries !== undefined
  const { timeFormat } = useMe()
  const columns = useMemo(
    () =>
      occurrenceColumns({
        shown: shownColumns(table, template),
        columns: table.columns,
        template,
        timeFormat,
        rows: page?.occurrences ?? [],
        link: (row) => (hasCharts ? occurrenceLink(dataID, table.name, row) : undefined),
      }),
    [table, template, timeFormat, page, dataID, hasCharts],
  )
  return (
    <DataTable
      label={`Events of ${table.title}`}
      columns={columns}
      rows={page?.occurrences}
      rowId={({ startUTC }) => startUTC}
      rowLabel={(row) => occurrenceLabel(row, timeFormat)}
      {...(selection === undefined ? {} : { selection })}
      {...(hasCharts
        ? {
            actions: (row: EventOccurrence) => [
              {
                label: 'Open in Time Series',
                onSelect: () => void navigate(occurrenceLink(dataID, table.name, row)),
              },
            ],
          }
        : {})}
      loading={isRefreshing ? UP_TO_DATE : isOther ? 'Loading' : undefined}
      {...(filterText(view.filter) === '' ? {} : { emptyText: 'No event passes the filter.' })}
      server={{
        rowCount: page?.pagination.total ?? 0,
        page: { page: view.page, pageSize: view.pageSize },
        onPage: view.setPage,
        sort: view.sort,
        onSort: view.setSort,
      }}
    />
  )
}
