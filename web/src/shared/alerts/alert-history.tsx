import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import type { AlertHistoryEntry } from '@fieldwatch/contract/alerts/alert-history'
import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { useMomentMenu } from '#platform/extensions/use-moment-menu.tsx'
import type { UnitMoment } from '#platform/extensions/slots.ts'
import { alertHistoryQuery } from './alert-life-queries.ts'
import { alertLink } from './alert-link.ts'
import { happeningText, isChange } from './happening-text.ts'
import classes from './alerts.module.css'
import { t } from './texts.ts'

interface AlertHistoryProps {
  alert: Alert
  /** Only on this unit. */
  dataId: DataId | undefined
}

/** What is looked at before and after a change. */
const AROUND_MS = HOUR_MS

type Row = AlertHistoryEntry & { readonly place: number }

/** What happened to an alert, the newest first; each change leads to the charts of that moment. */
export function AlertHistory({ alert: { id }, dataId }: AlertHistoryProps) {
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const history = useInfiniteQuery(alertHistoryQuery(useApi(), id, dataId))
  const menu = useMomentMenu()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = history
  const columns = useMemo(
    () => columnsFor({ timeFormat, measures, linkOf: (entry) => alertLink(id, entry.dataID, entry.atUTC), dataId }),
    [timeFormat, measures, id, dataId],
  )
  const rows = useMemo(
    () => data?.pages.flatMap((page) => page.history).map((entry, place) => ({ ...entry, place })),
    [data],
  )
  if (data === undefined && error !== null)
    return <LoadFailure title={t('alerts.history.failed')} message={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <DataTable
        compact
        label={t('alerts.history.title')}
        title={t('alerts.history.title')}
        columns={columns}
        rows={rows}
        rowId={({ place }) => String(place)}
        rowLabel={({ atUTC }) => atUTC}
        emptyText={t('alerts.history.empty')}
        actions={(entry) => menu.entries(() => momentOf(entry))}
      />
      {menu.dialog}
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('alerts.history.older')}
        </Button>
      ) : undefined}
    </>
  )
}

function momentOf({ dataID: dataId, friendlyName: title, atUTC }: AlertHistoryEntry): UnitMoment {
  const from = Date.parse(atUTC)
  return { dataId, title, from, around: { from: from - AROUND_MS, to: from + AROUND_MS } }
}

interface Setting {
  timeFormat: TimeFormat
  measures: Measures
  linkOf: (entry: AlertHistoryEntry) => ReturnType<typeof alertLink>
  dataId: DataId | undefined
}

function columnsFor({ timeFormat, measures, linkOf, dataId }: Setting): readonly Column<Row>[] {
  const columns: Column<Row>[] = [
    {
      id: 'time',
      title: t('alerts.column.time'),
      value: ({ atUTC }) => atUTC,
      cell: (entry) => {
        const text = formatMoment(Date.parse(entry.atUTC), timeFormat)
        if (!isChange(entry)) return text
        return (
          <Link {...linkOf(entry)} className={classes['link']} title={t('alerts.show-in-time-series')}>
            {text}
          </Link>
        )
      },
    },
    ...(dataId === undefined
      ? [
          {
            id: 'device',
            title: t('alerts.column.device'),
            value: ({ friendlyName }: Row) => friendlyName,
            cell: ({ friendlyName }: Row) => <span className={classes['where']}>{friendlyName}</span>,
          },
        ]
      : []),
    {
      id: 'change',
      title: t('alerts.column.change'),
      value: ({ happening }) => happening,
      cell: (entry) => <span className={classes['happening']}>{happeningText(entry, { timeFormat, measures })}</span>,
    },
  ]
  return columns.map((column) => ({ ...column, sortable: false }))
}
