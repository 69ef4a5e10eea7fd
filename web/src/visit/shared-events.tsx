import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import { MOST_DRAWN_ROWS } from '@fieldwatch/contract/visitors/drawn-page'
import { listSharedEvents, MOST_SHARED_ROWS, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { columnHeading } from '#features/events/event-headings.ts'
import { NEWEST_FIRST } from '#features/events/events-search.ts'
import { occurrenceColumns, occurrenceLabel } from '#features/events/occurrence-columns.tsx'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { drawnParts } from './drawn-columns.ts'
import { visitRangeText } from './range-text.ts'
import classes from './visit.module.css'
import { t } from './texts.ts'

export interface SharedEventsProps {
  screen: Extract<SharedScreen, { kind: 'events' }>
}

/** An event table with all rows of its range, as many as a drawing may have: the newest ones. */
export function DrawnEvents({ screen }: SharedEventsProps) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['drawn-events'],
    queryFn: async ({ signal }) => {
      const occurrences: EventOccurrence[] = []
      let total = Infinity
      for (let page = 1; occurrences.length < Math.min(total, MOST_DRAWN_ROWS); page += 1) {
        const query = { page, pageSize: MOST_SHARED_ROWS, sort: NEWEST_FIRST.column, direction: NEWEST_FIRST.direction }
        const { details } = await api.call(listSharedEvents, { query }, { signal })
        total = details.total
        occurrences.push(...details.occurrences)
        if (details.occurrences.length === 0) break
      }
      return { occurrences, total }
    },
  })
  const shown = data?.occurrences.length ?? 0
  return (
    <EventsSection screen={screen}>
      {data === undefined || data.total <= shown ? undefined : (
        <Text role="note">{t('visit.drawn.more', { shown, total: data.total })}</Text>
      )}
      {drawnParts(screen.columns).map((columns, part) => (
        <OccurrenceRows key={part} screen={{ ...screen, columns }} rows={data?.occurrences} compact />
      ))}
    </EventsSection>
  )
}

/** What is around the rows. */
export function EventsSection({ screen, children }: SharedEventsProps & { children: ReactNode }) {
  const { title, comparison, isEnded, range } = screen
  const { timeFormat } = useMe()
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
      {children}
    </section>
  )
}

type TableProps = ComponentProps<typeof DataTable<EventOccurrence>>

interface OccurrenceRowsProps extends SharedEventsProps, Pick<TableProps, 'rows' | 'server' | 'loading' | 'compact'> {}

export function OccurrenceRows({ screen: { title, columns }, ...table }: OccurrenceRowsProps) {
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const { rows } = table
  const shown = useMemo(
    () =>
      occurrenceColumns({
        shown: columns.map(({ id }) => id),
        headingOf: (column) => headingOf(columns, column),
        timeFormat,
        measures,
        rows: rows ?? [],
        notes: () => undefined,
        link: () => undefined,
      }),
    [columns, timeFormat, measures, rows],
  )
  return (
    <DataTable
      label={t('visit.events', { title })}
      columns={shown}
      rowId={({ startUTC }) => startUTC}
      rowLabel={(row) => occurrenceLabel(row, timeFormat)}
      {...table}
    />
  )
}

function headingOf(columns: SharedEventsProps['screen']['columns'], column: string) {
  const { name = null, unit = null } = columns.find(({ id }) => id === column) ?? {}
  return columnHeading(column, { name: name ?? undefined, unit: unit ?? undefined })
}
