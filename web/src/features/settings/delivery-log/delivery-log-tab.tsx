import { TabFrame } from '../tab-frame.tsx'
import { FilterSelect } from '#ui/components/choice-select.tsx'
import type { texts } from '@fieldwatch/messages/delivery-log/en'
import {
  type AlertNotification,
  isPersonal,
  listAlertNotifications,
  type NotificationChannel,
  NotificationState,
  PERSONAL_CHANNELS,
} from '@fieldwatch/contract/alerts/alert-history'
import { Button, Group } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { entityOptions } from '../people/entity-options.ts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Api } from '#platform/api/call.ts'
import { addedChannels, channelName } from '#platform/extensions/web-extension.ts'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/delivery-log/??.*'))

interface Row extends AlertNotification {
  readonly place: number
}

/** What was sent of alerts: to whom, when, by which way, and what became of it. For admins. */
export function DeliveryLogTab() {
  const me = useMe()
  const [filter, setFilter] = useState<LogFilter>({})
  const log = useInfiniteQuery(logQuery(useApi(), filter))
  const rows = useMemo(
    () => log.data?.pages.flatMap(({ notifications }) => notifications).map((one, place) => ({ ...one, place })),
    [log.data],
  )
  const columns = useMemo(() => columnsFor(me.timeFormat), [me.timeFormat])
  const entities = entityOptions(me)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <TabFrame
      title={t('delivery-log.title')}
      tools={
        <Button variant="default" loading={log.isRefetching} onClick={() => void log.refetch()}>
          {t('delivery-log.refresh')}
        </Button>
      }
      help={t('delivery-log.help')}
    >
      <Group gap="sm" align="end">
        {entities.length < 2 ? undefined : (
          <FilterSelect
            all={t('delivery-log.filter.all')}
            label={t('delivery-log.entity')}
            options={entities}
            value={filter.entity}
            onChange={(entity) => setFilter((before) => ({ ...before, entity }))}
          />
        )}
        <FilterSelect
          all={t('delivery-log.filter.all')}
          label={t('delivery-log.channel')}
          options={[...PERSONAL_CHANNELS, ...addedChannels(me)].map((value) => ({ value, label: labelOf(value) }))}
          value={filter.channel}
          onChange={(channel) => setFilter((before) => ({ ...before, channel }))}
        />
        <FilterSelect
          all={t('delivery-log.filter.all')}
          label={t('delivery-log.state')}
          options={NotificationState.options.map((value) => ({ value, label: t(`delivery-log.state.${value}`) }))}
          value={filter.state}
          onChange={(state) => setFilter((before) => ({ ...before, state }))}
        />
      </Group>
      {log.error === null ? undefined : <FailureNote text={t('delivery-log.failed')} advice={log.error.message} />}
      {rows === undefined && log.error !== null ? undefined : (
        <DataTable
          compact
          sortable={false}
          label={t('delivery-log.title')}
          columns={columns}
          rows={rows}
          rowId={({ place }) => String(place)}
          rowLabel={({ alertName, recipient }) => t('delivery-log.row', { alert: alertName, recipient })}
          emptyText={isFiltered ? t('delivery-log.none.filtered') : t('delivery-log.none')}
        />
      )}
      {log.hasNextPage ? (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('delivery-log.older')}
        </Button>
      ) : undefined}
    </TabFrame>
  )
}

function columnsFor(timeFormat: TimeFormat): readonly Column<Row>[] {
  const moment = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
  return [
    {
      id: 'time',
      title: t('delivery-log.column.time'),
      value: ({ atUTC }) => atUTC,
      cell: ({ atUTC }) => moment(atUTC),
    },
    { id: 'alert', title: t('delivery-log.column.alert'), value: ({ alertName }) => alertName },
    { id: 'what', title: t('delivery-log.column.what'), value: ({ kind }) => t(`delivery-log.kind.${kind}`) },
    { id: 'to', title: t('delivery-log.column.to'), value: ({ recipient }) => recipient },
    { id: 'by', title: t('delivery-log.channel'), value: ({ channel }) => labelOf(channel) },
    { id: 'state', title: t('delivery-log.state'), value: ({ state }) => t(`delivery-log.state.${state}`) },
    { id: 'outcome', title: t('delivery-log.column.outcome'), value: (row) => outcomeText(row, moment) },
  ]
}

function labelOf(channel: NotificationChannel): string {
  return isPersonal(channel) ? t(`delivery-log.channel.${channel}`) : channelName(channel)
}

/** What is left out is not narrowed. */
interface LogFilter {
  readonly entity?: EntityId | undefined
  readonly channel?: NotificationChannel | undefined
  readonly state?: NotificationState | undefined
}

/** The newest first, page by page. */
function logQuery(api: Api, filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: ['delivery-log', filter] as const,
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filter, ...(pageParam === null ? {} : { after: pageParam }) }
      return (await api.call(listAlertNotifications, { query }, { signal })).details
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

/** What became of a message: when it was delivered, or why it was not, and how often it was tried. */
function outcomeText(
  { state, sentUTC, reason, attempts, unitCount }: AlertNotification,
  moment: (utc: string) => string,
): string {
  const sentences = [
    ...(unitCount > 1 ? [t('delivery-log.outcome.units', { units: unitCount })] : []),
    ...(state === 'sent' && sentUTC !== null ? [t('delivery-log.outcome.delivered', { at: moment(sentUTC) })] : []),
    ...(reason === null ? [] : [reason]),
    ...(attempts > 1 ? [t('delivery-log.outcome.attempts', { attempts })] : []),
  ]
  return sentences.join(' ')
}
