import { listSharedEvents, type SharedScreen } from '@fieldwatch/contract/shares/shared-screens'
import { Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { columnHeading } from '#features/events/event-headings.ts'
import { NEWEST_FIRST } from '#features/events/events-search.ts'
import { occurrenceColumns, occurrenceLabel } from '#features/events/occurrence-columns.tsx'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import type { TableSort } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DEFAULT_PAGE_SIZE, type TablePage } from '#ui/table/table-paging.ts'
import { visitRangeText } from './range-text.ts'
import classes from './visit.module.css'
import { t } from './texts.ts'

interface SharedEventsProps {
  screen: Extract<SharedScreen, { kind: 'events' }>
}

/** New events are read this often. */
const READ_MS = 10_000

/** An event table with the shown columns, page by page. */
export function SharedEvents({ screen }: SharedEventsProps) {
  const { title, comparison, isEnded, columns, range } = screen
  const api = useApi()
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const [page, setPage] = useState<TablePage>({ page: 1, pageSize: DEFAULT_PAGE_SIZE })
  const [sort, setSort] = useState<TableSort>(NEWEST_FIRST)
  const query = { ...page, sort: sort.column, direction: sort.direction }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['shared-events', query],
    queryFn: async ({ signal }) => (await api.call(listSharedEvents, { query }, { signal })).details,
    placeholderData: keepPreviousData,
    refetchInterval: range.kind === 'last' ? READ_MS : false,
  })
  const shown = useMemo(
    () =>
      occurrenceColumns({
        shown: columns.map(({ id }) => id),
        headingOf: (column) => headingOf(columns, column),
        timeFormat,
        measures,
        rows: data?.occurrences ?? [],
        notes: () => undefined,
        link: () => undefined,
      }),
    [columns, timeFormat, measures, data],
  )
  return (
    <section aria-label={title} className={classes['chart']}>
      <Title order={2} className={classes['title'] ?? ''} title={title}>
        {title}
      </Title>
      {comparison === null ? undefined : <Text size="sm">{comparison}</Text>}
      <Text size="sm" c="dimmed">
        {visitRangeText(range, timeFormat)}
      </Text>
      {isEnded ? <Text role="note">{t('visit.events.ended')}</Text> : undefined}
      {error === null || data !== undefined ? (
        <DataTable
          label={t('visit.events', { title })}
          columns={shown}
          rows={data?.occurrences}
          rowId={({ startUTC }) => startUTC}
          rowLabel={(row) => occurrenceLabel(row, timeFormat)}
          loading={isPlaceholderData ? t('visit.events.loading') : undefined}
          server={{
            rowCount: data?.total ?? 0,
            page,
            onPage: setPage,
            sort,
            onSort: (next) => setSort(next ?? NEWEST_FIRST),
          }}
        />
      ) : (
        <LoadFailure title={t('visit.events.failed')} message={error.message} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function headingOf(columns: SharedEventsProps['screen']['columns'], column: string) {
  const { name = null, unit = null } = columns.find(({ id }) => id === column) ?? {}
  return columnHeading(column, { name: name ?? undefined, unit: unit ?? undefined })
}
