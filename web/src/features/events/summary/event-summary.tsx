import type { EventSummary as Summary } from '@fieldwatch/contract/event-summary'
import type { EventTable } from '@fieldwatch/contract/events'
import type { DataId } from '@fieldwatch/contract/ids'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { formatDuration } from '#platform/format/duration-text.ts'
import { formatMoment, type TimeFormat } from '#platform/format/moment-text.ts'
import { useMe } from '#platform/session/me-queries.ts'
import type { PickedRange } from '#shared/time-range/picked-range.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import type { EventSpan } from '../event-span.ts'
import classes from './event-summary.module.css'
import { PeriodStrip } from './period-strip.tsx'
import { shareText } from './period-text.ts'
import { summaryQuery } from './summary-query.ts'

interface EventSummaryProps {
  dataId: DataId
  table: Pick<EventTable, 'name' | 'title'>
  /** The span that the table shows. */
  span: EventSpan
  /** A day, week, month or year was chosen. */
  onRange: (range: PickedRange) => void
}

/** How often and how long the condition of an event table held, and when. */
export function EventSummary({ dataId, table, span, onRange }: EventSummaryProps) {
  const { timeFormat } = useMe()
  const { data, error } = useQuery(summaryQuery(useApi(), { dataId, name: table.name, span }))
  if (data === undefined) {
    if (error === null) return <Skeleton className={classes['waiting'] ?? ''} aria-label="Adding up the events" />
    return <FailureNote text="Failed to add up the events." advice={error.message} />
  }
  return (
    <div className={classes['summary']}>
      <Figures summary={data} timeFormat={timeFormat} />
      {data.periods.length > 1 && data.count > 0 ? (
        <PeriodStrip key={data.periods.length} summary={data} title={table.title} onRange={onRange} />
      ) : undefined}
    </div>
  )
}

function Figures({ summary, timeFormat }: { summary: Summary; timeFormat: TimeFormat }) {
  const { count, duration, mean, longest, share } = summary
  return (
    <dl className={classes['figures']}>
      <Figure name="Events" value={count.toLocaleString('en-US')} />
      <Figure name="Total" value={formatDuration(duration)} />
      <Figure name="Mean" value={mean === null ? '–' : formatDuration(mean)} />
      <Figure
        name="Longest"
        value={longest === null ? '–' : formatDuration(longest.duration)}
        note={longest === null ? undefined : `from ${formatMoment(Date.parse(longest.startUTC), timeFormat)}`}
      />
      <Figure name="Share of time" value={shareText(share)} />
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div className={classes['figure']}>
      <dt>{name}</dt>
      <dd>
        <span className={classes['value']}>{value}</span>
        {note === undefined ? undefined : <span className={classes['note']}>{note}</span>}
      </dd>
    </div>
  )
}
