import type { ActivityEntry } from '@fieldwatch/contract/activity/activity'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ActivityDetails } from './activity-details.tsx'
import { type ActivityNarrowing, activityQuery } from './activity-queries.ts'
import { actorText, subjectText } from './activity-text.ts'
import classes from './activity.module.css'
import { t } from './texts.ts'

interface ActivityListProps {
  label: string
  narrowing: ActivityNarrowing
  /** Entries of a page. */
  limit?: number
  emptyText: string
  /** All of it is of one user or about one unit, which need not be said in each row. */
  without?: 'who' | 'about'
}

/** Who changed what, the newest first; each entry opens to what it was before and after. */
export function ActivityList({ label, narrowing, limit = 50, emptyText, without }: ActivityListProps) {
  const { timeFormat } = useMe()
  const [shown, setShown] = useState<ActivityEntry>()
  const query = useInfiniteQuery(activityQuery(useApi(), narrowing, limit))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const rows = useMemo(() => data?.pages.flatMap(({ activity }) => activity), [data])
  const columns = useMemo(
    () => columnsFor(timeFormat, setShown).filter(({ id }) => id !== without),
    [timeFormat, without],
  )
  const lookedBackTo = data?.pages.at(-1)?.next?.split('.')[0]
  const isSparse = rows?.length === 0 && lookedBackTo !== undefined
  return (
    <>
      {error === null ? undefined : (
        <FailureNote text={t('activity.failed')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {rows === undefined && error !== null ? undefined : (
        <DataTable
          compact
          label={label}
          columns={columns}
          rows={rows}
          rowId={({ activityID }) => String(activityID)}
          rowLabel={(entry) => t('activity.row', { action: entry.actionText, subject: subjectText(entry) })}
          emptyText={
            isSparse ? t('activity.none.since', { since: formatMoment(Number(lookedBackTo), timeFormat) }) : emptyText
          }
        />
      )}
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isSparse ? t('activity.further') : t('activity.older')}
        </Button>
      ) : undefined}
      {shown === undefined ? undefined : <ActivityDetails entry={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function columnsFor(timeFormat: TimeFormat, show: (entry: ActivityEntry) => void): readonly Column<ActivityEntry>[] {
  return [
    {
      id: 'time',
      title: t('activity.column.time'),
      value: ({ atUTC }) => atUTC,
      cell: ({ atUTC }) => formatMoment(Date.parse(atUTC), timeFormat),
      sortable: false,
    },
    { id: 'who', title: t('activity.column.who'), value: actorText, sortable: false },
    {
      id: 'what',
      title: t('activity.column.what'),
      value: ({ actionText }) => actionText,
      cell: (entry) => (
        <button type="button" className={classes['what']} onClick={() => show(entry)}>
          {entry.actionText}
        </button>
      ),
      sortable: false,
    },
    { id: 'about', title: t('activity.column.about'), value: subjectText, sortable: false },
    { id: 'from', title: t('activity.column.from'), value: ({ address }) => address, sortable: false },
  ]
}
