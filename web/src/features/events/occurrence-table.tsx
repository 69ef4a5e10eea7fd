import {
  type EventOccurrence,
  type EventPage,
  type EventTable,
  MOST_OCCURRENCES_A_PAGE,
} from '@fieldwatch/contract/events/events'
import { shownColumns } from '@fieldwatch/contract/templates/event-headings'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import type { UnitMoment } from '#platform/extensions/slots.ts'
import { useMomentMenu } from '#platform/extensions/use-moment-menu.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableSelection } from '#ui/table/use-data-table.ts'
import { eventHeading } from './event-headings.ts'
import { filterText } from './filter-text.ts'
import { occurrenceColumns, occurrenceLabel } from './occurrence-columns.tsx'
import { countNotes, spanOfRow, useNotesOfRows } from './occurrence-notes.ts'
import { occurrenceLink } from './occurrence-link.ts'
import type { EventViewState } from './use-event-view.ts'
import type { PrintedOccurrences } from './use-printed-occurrences.ts'
import { t } from './texts.ts'

interface OccurrenceTableProps {
  table: EventTable
  /** Undefined while it is on its way for the first time. */
  page: EventPage | undefined
  /** On paper. */
  printed: PrintedOccurrences | undefined
  /** It still shows what was looked at before. */
  isOther: boolean
  isRefreshing: boolean
  view: EventViewState
  /** Undefined where nothing can be done with what is selected. */
  selection: TableSelection | undefined
}

/** The occurrences of an event table, page by page as the server sorts them. */
export function OccurrenceTable({
  table,
  page: onScreen,
  printed,
  isOther,
  isRefreshing,
  view,
  selection,
}: OccurrenceTableProps) {
  const page = printed === undefined ? onScreen : printed.page
  const { unit } = useUnit()
  const template = useShownTemplate()
  const navigate = useNavigate()
  const { dataID } = unit
  const hasCharts = template?.timeSeries !== undefined
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const notes = useNotesOfRows(dataID, page?.occurrences)
  const columns = useMemo(
    () =>
      occurrenceColumns({
        shown: shownColumns(table, template),
        headingOf: (column) => eventHeading(column, table.columns, template),
        timeFormat,
        measures,
        rows: page?.occurrences ?? [],
        notes: (row) => notesMark(countNotes(notes, row)),
        link: (row) => (hasCharts ? occurrenceLink(dataID, table.name, row) : undefined),
      }),
    [table, template, timeFormat, measures, page, notes, dataID, hasCharts],
  )
  const menu = useMomentMenu()
  const rowCount = page?.pagination.total ?? 0
  const paging = printed?.isWhole === true ? { page: 1, pageSize: MOST_OCCURRENCES_A_PAGE } : view
  return (
    <>
      {printed === undefined || page === undefined || page.occurrences.length === rowCount ? undefined : (
        <Text size="sm">{leftOutText(page.occurrences.length, rowCount)}</Text>
      )}
      <DataTable
        label={t('events.table', { title: table.title })}
        columns={columns}
        rows={page?.occurrences}
        rowId={({ startUTC }) => startUTC}
        rowLabel={(row) => occurrenceLabel(row, timeFormat)}
        {...(selection === undefined ? {} : { selection })}
        actions={(row) => [
          ...(hasCharts
            ? [
                {
                  label: t('events.open-chart'),
                  onSelect: () => void navigate(occurrenceLink(dataID, table.name, row)),
                },
              ]
            : []),
          ...menu.entries(() => ({
            dataId: dataID,
            title: occurrenceLabel(row, timeFormat),
            ...momentTimes(row),
            around: { from: spanOfRow(row).from, to: spanOfRow(row).to + 1 },
          })),
        ]}
        loading={isRefreshing ? t('events.refreshing') : isOther ? t('events.loading-page') : undefined}
        {...(filterText(view.filter) === '' ? {} : { emptyText: t('events.filter.empty') })}
        server={{
          rowCount,
          page: { page: paging.page, pageSize: paging.pageSize },
          onPage: view.setPage,
          sort: view.sort,
          onSort: view.setSort,
        }}
      />
      {menu.dialog}
    </>
  )
}

/** An event of a single record is a moment. */
function momentTimes(row: EventOccurrence): Pick<UnitMoment, 'from' | 'to'> {
  const { from, to } = spanOfRow(row)
  return to > from ? { from, to } : { from }
}

/** Beside the start of an occurrence that has some. */
function notesMark(count: number): string | undefined {
  return count === 0 ? undefined : t('events.notes.mark', { count })
}

/** What a reader of the paper must know when it does not have all events of the range. */
function leftOutText(shown: number, total: number): string {
  return shown < MOST_OCCURRENCES_A_PAGE
    ? t('events.printed.part', { shown, total })
    : t('events.printed.most', { shown, total })
}
