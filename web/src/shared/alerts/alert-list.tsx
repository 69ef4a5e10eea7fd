import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DEFAULT_PAGE_SIZE, type TablePage } from '#ui/table/table-paging.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { alertColumns, type AlertedUnit } from './alert-columns.tsx'
import { type AlertListKind, alertPageQuery } from './alert-page-query.ts'
import type { AlertActs } from './use-alert-acts.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import type { RowAction } from '#ui/table/column.ts'
import { actedOn } from './acted-on.ts'
import { mayAct, mayEdit } from './alert-rights.ts'
import { quietOf } from './alert-text.ts'
import { t } from './texts.ts'

interface AlertListProps {
  kind: AlertListKind
  title: string
  emptyText: string
  /** Only the alerts on a unit. */
  unit: AlertedUnit | undefined
  acts: AlertActs
  onOpen: (alert: Alert) => void
}

const REFRESH_MS = 10_000

/** One list of alerts with what can be done with them, page by page from the server. */
export function AlertList({ kind, title, emptyText, unit, acts, onOpen }: AlertListProps) {
  const dataId = unit?.dataID
  const heardUTC = unit?.lastActivityUTC ?? null
  const me = useMe()
  const now = useNow(REFRESH_MS)
  const [page, setPage] = useState<TablePage>({ page: 1, pageSize: DEFAULT_PAGE_SIZE })
  const { data, error, refetch } = useQuery(alertPageQuery(useApi(), { kind, dataId, ...page }))
  const { timeFormat } = me
  const measures = useMeasures()
  const columns = useMemo(
    () => alertColumns({ kind, dataId, heardUTC, timeFormat, measures, now, onOpen }),
    [kind, dataId, heardUTC, timeFormat, measures, now, onOpen],
  )
  if (data === undefined && error !== null)
    return <LoadFailure title={t('alerts.list.failed')} message={error.message} onRetry={() => void refetch()} />
  if (data?.total === 0) {
    return (
      <div>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Text c="dimmed">{emptyText}</Text>
      </div>
    )
  }
  return (
    <DataTable
      label={title}
      title={title}
      columns={columns}
      rows={data?.alerts}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      actions={(alert) => alertActions(alert, { kind, me, dataId, acts, now })}
      server={{ rowCount: data?.total ?? 0, page, onPage: setPage }}
    />
  )
}

interface Setting {
  readonly kind: AlertListKind
  readonly me: Pick<SessionUser, 'role' | 'entityData'>
  /** On the page of a unit what is done is about that unit alone. */
  readonly dataId: DataId | undefined
  readonly acts: Pick<AlertActs, 'begin' | 'subscribe' | 'wake'>
  readonly now: number
}

/** What a person may do with an alert of a list (specification, document 2, sections 2.6 and 6). */
function alertActions(alert: Alert, setting: Setting): RowAction[] {
  const { kind, acts } = setting
  const { mine, unsubscribed } = alert
  if (kind === 'viewer') return [...comingBack(alert, acts), leaving(alert, acts)]
  return [
    ...lifeActions(alert, setting),
    ...(mine === 'owner'
      ? unsubscribed
        ? comingBack(alert, acts)
        : [{ label: t('alerts.mute'), onSelect: () => acts.subscribe(alert, false) }]
      : []),
    ...(mine === 'viewer' ? [...comingBack(alert, acts), leaving(alert, acts)] : []),
    ...(mayEdit(alert, setting.me, { all: kind === 'all' })
      ? [
          { label: t('alerts.edit'), onSelect: () => acts.begin({ kind: 'edit', alert }) },
          { label: t('alerts.delete'), danger: true, onSelect: () => acts.begin({ kind: 'remove', alert }) },
        ]
      : []),
  ]
}

/** What is done about an alert as it lasts. */
function lifeActions(alert: Alert, { me, dataId, acts, now }: Setting): RowAction[] {
  if (!mayAct(alert, me)) return []
  const [state] = dataId === undefined ? [] : alert.states
  const target = state === undefined ? actedOn(alert) : actedOn(alert, state)
  const states = state === undefined ? alert.states : [state]
  const isHigh = states.some(({ status }) => status === 'high')
  const isSnoozed = states.some((one) => quietOf(one, now)?.kind === 'snoozed')
  return [
    ...(isHigh
      ? [{ label: t('alerts.acknowledge'), onSelect: () => acts.begin({ kind: 'acknowledge', target }) }]
      : []),
    { label: t('alerts.snooze'), onSelect: () => acts.begin({ kind: 'snooze', target }) },
    ...(isSnoozed ? [{ label: t('alerts.snooze.end'), onSelect: () => acts.wake(target) }] : []),
  ]
}

/** For who ended the messages alone, here or by the link in a mail. */
function comingBack(alert: Alert, { subscribe }: Pick<AlertActs, 'subscribe'>): RowAction[] {
  return alert.unsubscribed ? [{ label: t('alerts.unmute'), onSelect: () => subscribe(alert, true) }] : []
}

function leaving(alert: Alert, { begin }: Pick<AlertActs, 'begin'>): RowAction {
  return { label: t('alerts.unsubscribe'), danger: true, onSelect: () => begin({ kind: 'leave', alert }) }
}
