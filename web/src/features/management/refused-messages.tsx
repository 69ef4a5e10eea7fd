import type { RejectedMessage } from '@fieldwatch/contract/units/units'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { doorName } from '#shared/units/door-name.ts'
import { rejectedQuery } from './management-queries.ts'
import { Panel } from './panel.tsx'
import { ANCHORS } from './sections.ts'
import { t } from './texts.ts'

interface RefusedMessagesProps {
  dataId: string
}

interface Row extends RejectedMessage {
  readonly place: number
}

function columnsFor(timeFormat: TimeFormat): readonly Column<Row>[] {
  return [
    {
      id: 'received',
      title: t('management.refused.received'),
      value: ({ receivedUTC }) => receivedUTC,
      cell: ({ receivedUTC }) => formatMoment(Date.parse(receivedUTC), timeFormat),
    },
    { id: 'reason', title: t('management.refused.reason'), value: ({ message }) => message },
    { id: 'source', title: t('management.refused.source'), value: ({ source }) => source },
    { id: 'topic', title: t('management.refused.topic'), value: ({ topic }) => topic },
    { id: 'by', title: t('management.refused.by'), value: ({ channel }) => doorName(channel) },
    { id: 'beginning', title: t('management.refused.beginning'), value: ({ payload }) => payload },
  ]
}

/** What the unit sent and the portal could not take. */
export function RefusedMessages({ dataId }: RefusedMessagesProps) {
  const { timeFormat } = useMe()
  const { data, error, isFetching, refetch } = useQuery(rejectedQuery(useApi(), dataId))
  const columns = useMemo(() => columnsFor(timeFormat), [timeFormat])
  const rows = useMemo(() => data?.map((message, place) => ({ ...message, place })), [data])
  return (
    <Panel
      title={t('management.refused')}
      anchor={ANCHORS.refused}
      tools={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('management.refused.refresh')}
        </Button>
      }
    >
      {error === null ? undefined : <FailureNote text={t('management.failed')} advice={error.message} />}
      {data === undefined && error !== null ? undefined : (
        <DataTable
          label={t('management.refused.label')}
          columns={columns}
          rows={rows}
          rowId={({ place }) => String(place)}
          rowLabel={({ receivedUTC }) => receivedUTC}
          emptyText={t('management.refused.empty')}
        />
      )}
    </Panel>
  )
}
