import type { ActivityEntry } from '@fieldwatch/contract/activity/activity'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { activityEntryQuery } from './activity-queries.ts'
import { actorText, subjectText } from './activity-text.ts'
import { differencesOf } from './state-difference.ts'
import classes from './activity.module.css'
import { t } from './texts.ts'

/** One entry of the activity: who, when, from where, and what is different since. */
export function ActivityDetails({ entry, onClose }: { entry: ActivityEntry; onClose: () => void }) {
  const { timeFormat } = useMe()
  const facts = [
    [t('activity.entry.when'), formatMoment(Date.parse(entry.atUTC), timeFormat)],
    [t('activity.column.who'), actorText(entry)],
    [t('activity.column.about'), subjectText(entry)],
    [t('activity.column.from'), entry.address],
  ] as const
  return (
    <Dialog title={entry.actionText} size="lg" onClose={onClose}>
      <Stack gap="md">
        <dl className={classes['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value === '' ? EMPTY_CELL : value}</dd>
            </div>
          ))}
        </dl>
        <StateDifference activityID={entry.activityID} timeFormat={timeFormat} />
      </Stack>
    </Dialog>
  )
}

function StateDifference({ activityID, timeFormat }: { activityID: number; timeFormat: TimeFormat }) {
  const { data, error, refetch } = useQuery(activityEntryQuery(useApi(), activityID))
  const differences = useMemo(() => data && differencesOf(data.before, data.after, timeFormat), [data, timeFormat])
  if (differences === undefined) {
    if (error === null) return <LoadingSkeleton height="6rem" />
    return <LoadFailure title={t('activity.entry.failed')} message={error.message} onRetry={() => void refetch()} />
  }
  const isNew = differences.shown.every(({ before }) => before === undefined)
  if (differences.shown.length === 0) return <Text c="dimmed">{t('activity.entry.none')}</Text>
  return (
    <>
      <table className={classes['differences']}>
        <thead>
          <tr>
            <th scope="col">{t('activity.entry.field')}</th>
            {isNew ? undefined : <th scope="col">{t('activity.entry.before')}</th>}
            <th scope="col">{isNew ? t('activity.entry.value') : t('activity.entry.after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.shown.map(({ place, before, after }) => (
            <tr key={place}>
              <th scope="row">{place}</th>
              {isNew ? undefined : <td>{before === undefined ? EMPTY_CELL : <del>{before}</del>}</td>}
              <td>{after === undefined ? EMPTY_CELL : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differences.more === 0 ? undefined : (
        <Text c="dimmed">{t('activity.entry.more', { count: differences.more })}</Text>
      )}
    </>
  )
}
