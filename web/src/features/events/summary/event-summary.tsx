import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { type EventSummary as Summary, getEventSummary } from '@fieldwatch/contract/events/event-summary'
import type { EventTable, OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { VisuallyHidden } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatDuration, formatMeanDuration } from '@fieldwatch/contract/time/duration-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import type { PickedRange } from '#shared/time-range/picked-range.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { useNow } from '#ui/components/use-now.ts'
import type { EventSpan } from '../event-span.ts'
import { filterText } from '../filter-text.ts'
import classes from './event-summary.module.css'
import { expectedSummary } from './expected-summary.ts'
import { PeriodStrip } from './period-strip.tsx'
import { shareText } from './period-text.ts'
import { StripPlace } from './strip-cells.tsx'
import type { Api } from '#platform/api/call.ts'
import { occurrencesKey } from '#shared/events/event-tables-query.ts'
import { t } from '../texts.ts'

interface EventSummaryProps {
  dataId: DataId
  table: Pick<EventTable, 'name' | 'title' | 'startDate'>
  /** The span that the table shows. */
  span: EventSpan
  /** What the table is filtered by. */
  filter: OccurrenceFilter
  /** A day, week, month or year was chosen. */
  onRange: (range: PickedRange) => void
}

/** How often and how long the condition of an event table held, and when. What is below stays where it is when the answer comes. */
export function EventSummary({ dataId, table, span, filter, onRange }: EventSummaryProps) {
  const { timeFormat } = useMe()
  const query = summaryQuery(useApi(), { dataId, name: table.name, span, filter })
  const { data, error, isPlaceholderData: isOther, refetch } = useQuery(query)
  const { startDate } = table
  const now = useNow(MINUTE_MS)
  const expected = useMemo(() => expectedSummary({ startDate }, span, now), [startDate, span, now])
  if (data === undefined && error !== null)
    return <FailureNote text={t('events.failed.summary')} advice={error.message} onRetry={() => void refetch()} />
  const { periods, count } = isOther ? expected : (data ?? expected)
  return (
    <div className={classes['summary']} data-waiting={data === undefined || undefined}>
      {data === undefined ? <VisuallyHidden>{t('events.summary.loading')}</VisuallyHidden> : undefined}
      <div aria-hidden={data === undefined}>
        <Figures summary={data} timeFormat={timeFormat} />
      </div>
      {periods.length < 2 ? undefined : data === undefined || isOther ? (
        <StripPlace summary={expected} />
      ) : count === 0 ? (
        <StripPlace summary={data} text={emptyText(data, filter)} />
      ) : (
        <PeriodStrip key={periods.length} summary={data} title={table.title} onRange={onRange} />
      )}
    </div>
  )
}

function emptyText({ share }: Summary, filter: OccurrenceFilter): string {
  if (share === null) return t('events.summary.no-data')
  return filterText(filter) === '' ? t('events.summary.empty') : t('events.summary.filtered')
}

/** As wide as any, to keep its place. */
const SOME_MOMENT = Date.UTC(2026, 8, 30)

const NOTHING_YET = { count: null, duration: null, mean: null, longest: null, share: null, noData: 0 }

function Figures({ summary, timeFormat }: { summary: Summary | undefined; timeFormat: TimeFormat }) {
  const { count, duration, mean, longest, share, noData } = summary ?? NOTHING_YET
  return (
    <dl className={classes['figures']}>
      <Figure name={t('events.summary.count')} value={count === null ? '–' : formatCount(count)} />
      <Figure name={t('events.summary.total')} value={duration === null ? '–' : formatDuration(duration)} />
      <Figure name={t('events.summary.mean')} value={mean === null ? '–' : formatMeanDuration(mean)} />
      <Figure
        name={t('events.summary.longest')}
        value={longest === null ? '–' : formatDuration(longest.duration)}
        note={t('events.summary.longest.start', {
          start: formatMoment(longest === null ? SOME_MOMENT : Date.parse(longest.startUTC), timeFormat),
        })}
        isNoteUnused={longest === null}
      />
      <Figure name={t('events.summary.share')} value={share === null ? '–' : shareText(share)} />
      <Figure name={t('events.summary.silence')} value={noData === 0 ? '–' : formatDuration(noData)} />
    </dl>
  )
}

interface FigureProps {
  name: string
  value: string
  note?: string
  /** It only keeps its place. */
  isNoteUnused?: boolean
}

function Figure({ name, value, note, isNoteUnused = false }: FigureProps) {
  return (
    <div className={classes['figure']} data-noted={note !== undefined || undefined}>
      <dt>{name}</dt>
      <dd>
        <span className={classes['value']}>{value}</span>
        {note === undefined ? undefined : (
          <span className={classes['note']} data-place={isNoteUnused ? note : undefined}>
            {isNoteUnused ? undefined : note}
          </span>
        )}
      </dd>
    </div>
  )
}

/** Time goes by, and with it the share of it. */
const AGAIN_MS = 60_000

interface SummaryRequest {
  dataId: DataId
  name: string
  span: EventSpan
  filter: OccurrenceFilter
}

/** How often and how long occurrences of an event table were within a span, with days as the browser has them. */
function summaryQuery(api: Api, { dataId, name, span, filter }: SummaryRequest) {
  return queryOptions({
    queryKey: [...occurrencesKey(dataId, name), 'summary', span, filter] as const,
    queryFn: async ({ signal }) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      const query = { dataID: dataId, name, ...span, ...filter, timeZone }
      return (await api.call(getEventSummary, { query }, { signal })).details
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
}
