import type { ActionRequest } from '@fieldwatch/contract/actions/actions'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { actionOptionsQuery, useCancelRequest } from '#shared/requests/request-queries.ts'
import { hasEnded, placeText } from '#shared/requests/request-text.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Panel } from '../panel.tsx'
import { SHOWN_MAX, useActionHistory } from './history-queries.ts'
import { RequestDetails } from './request-details.tsx'
import { type HistoryRow, historyRows } from './request-history.ts'
import classes from './requests.module.css'
import { t } from '#shared/requests/texts.ts'

interface RequestHistoryPanelProps {
  unit: DataDocument
}

/** What a unit was asked for, where each request is, and what came back (admin). */
export function RequestHistoryPanel({ unit }: RequestHistoryPanelProps) {
  const { timeFormat } = useMe()
  const { requests, results, places, error, refetch } = useActionHistory(unit.dataID)
  const { data: options } = useQuery(actionOptionsQuery(useApi()))
  const cancel = useCancelRequest()
  const [open, setOpen] = useState<string>()
  const rows = useMemo(() => requests && results && historyRows(requests, results), [requests, results])
  const { connected } = unit
  const { mutate, isPending } = cancel
  const columns = useMemo(
    () =>
      columnsFor({
        timeFormat,
        connected,
        places,
        nameOf: (setting) => options?.[setting]?.name ?? setting,
        onOpen: setOpen,
        cancelling: isPending,
        onCancel: mutate,
      }),
    [timeFormat, connected, places, options, isPending, mutate],
  )
  const shown = rows?.find(({ key }) => key === open)
  return (
    <Panel title={t('requests.history')}>
      {error === null ? undefined : (
        <FailureNote text={t('requests.history.failed')} advice={error.message} onRetry={refetch} />
      )}
      {cancel.isError ? <FailureNote text={t('requests.failed')} advice={cancel.error.message} /> : undefined}
      {rows === undefined && error !== null ? undefined : (
        <DataTable
          label={t('requests.history.table')}
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          rowLabel={({ id, request }) => t('requests.row', { id, request })}
          emptyText={t('requests.history.empty')}
        />
      )}
      {requests !== undefined && requests.length >= SHOWN_MAX ? (
        <Text c="dimmed" size="xs">
          {t('requests.history.newest', { shown: SHOWN_MAX })}
        </Text>
      ) : undefined}
      {shown === undefined ? undefined : (
        <RequestDetails
          row={shown}
          place={places?.get(shown.id)}
          connected={connected}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

interface Setting {
  timeFormat: TimeFormat
  connected: boolean
  places: ReadonlyMap<string, ActionRequest> | undefined
  nameOf: (setting: string) => string
  onOpen: (key: string) => void
  cancelling: boolean
  onCancel: (actionId: number) => void
}

function columnsFor(setting: Setting): readonly Column<HistoryRow>[] {
  const { timeFormat, places, nameOf, onOpen } = setting
  const moment = (at: number | undefined): string => (at === undefined ? EMPTY_CELL : formatMoment(at, timeFormat))
  return [
    { id: 'id', title: t('requests.column.id'), value: ({ id }) => (Number.isNaN(Number(id)) ? id : Number(id)) },
    { id: 'setting', title: t('requests.setting'), value: (row) => nameOf(row.setting) },
    { id: 'request', title: t('requests.request'), value: ({ request }) => request },
    {
      id: 'sent',
      title: t('requests.column.sent'),
      value: ({ sentAt }) => sentAt,
      cell: ({ sentAt }) => moment(sentAt),
    },
    {
      id: 'completed',
      title: t('requests.column.completed'),
      value: ({ completedAt }) => completedAt,
      cell: ({ completedAt }) => moment(completedAt),
    },
    {
      id: 'status',
      title: t('requests.column.status'),
      value: ({ status }) => status,
      cell: (row) => <Status row={row} place={places?.get(row.id)} setting={setting} />,
    },
    {
      id: 'payload',
      title: t('requests.payload'),
      value: ({ payload, answer }) => payload || answer,
      cell: (row) => <Payload row={row} onOpen={onOpen} />,
    },
  ]
}

interface StatusProps {
  row: HistoryRow
  place: ActionRequest | undefined
  setting: Setting
}

/** The status by the rules of the history, and below it where the request is. */
function Status({ row, place, setting }: StatusProps) {
  const { timeFormat, connected, cancelling, onCancel } = setting
  const text =
    row.sentAt === undefined
      ? t('requests.place.unasked')
      : place === undefined || row.completedAt !== undefined
        ? // When it was completed is in its own column.
          undefined
        : placeText(place, { timeFormat, connected })
  return (
    <div className={classes['status']}>
      <Text fw={600} span>
        {row.status}
      </Text>
      {text === undefined ? undefined : (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      )}
      {place === undefined || hasEnded(place) ? undefined : (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('requests.cancel-id', { id: row.id })}
          disabled={cancelling}
          onClick={() => onCancel(place.action_id)}
        >
          {t('requests.cancel')}
        </Button>
      )}
    </div>
  )
}

/** So much of a payload is shown in its cell. */
const SHORT = 60

function Payload({ row, onOpen }: { row: HistoryRow; onOpen: (key: string) => void }) {
  const text = row.payload || row.answer
  return (
    <div className={classes['payload']}>
      {text === '' ? undefined : (
        <code className={classes['code']}>
          {text.length > SHORT ? `${text.slice(0, SHORT).toWellFormed()}…` : text}
        </code>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('requests.show-id', { id: row.id })}
        onClick={() => onOpen(row.key)}
      >
        {t('requests.show')}
      </Button>
    </div>
  )
}
