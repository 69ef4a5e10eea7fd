import type { Alert } from '@fieldwatch/contract/alerts'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DEFAULT_PAGE_SIZE, type TablePage } from '#ui/table/table-paging.ts'
import { type AlertedUnit, alertColumns } from './alert-columns.tsx'
import { type AlertListKind, alertPageQuery } from './alert-page-query.ts'
import { alertActions } from './alert-row-actions.ts'
import type { AlertActs } from './use-alert-acts.ts'

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
  const columns = useMemo(
    () => alertColumns({ kind, dataId, heardUTC, timeFormat, now, onOpen }),
    [kind, dataId, heardUTC, timeFormat, now, onOpen],
  )
  if (data === undefined && error !== null)
    return <LoadFailure title="The alerts cannot be shown" message={error.message} onRetry={() => void refetch()} />
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
