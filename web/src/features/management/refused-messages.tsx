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
import { rejectedQuery } from './management-queries.ts'
import { Panel } from './panel.tsx'
import { ANCHORS } from './sections.ts'

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
      value: ({ receivedUTC }) => receivedUTC,
      cell: ({ receivedUTC }) => formatMoment(Date.parse(receivedUTC), timeFormat),
    },
    { id: 'reason', value: ({ message }) => message },
    { id: 'source', value: ({ source }) => source },
    { id: 'topic', value: ({ topic }) => topic },
    { id: 'by', value: ({ channel }) => channel.toUpperCase() },
    { id: 'beginning', value: ({ payload }) => payload },
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
      title="Last refused messages"
      anchor={ANCHORS.refused}
      tools={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      {error === null ? undefined : <FailureNote text="Failed to retrieve data." advice={error.message} />}
      {data === undefined && error !== null ? undefined : (
        <DataTable
          label="Refused messages"
          columns={columns}
          rows={rows}
          rowId={({ place }) => String(place)}
          rowLabel={({ receivedUTC }) => receivedUTC}
          emptyText="Nothing that this unit sent was refused."
        />
      )}
    </Panel>
  )
}
