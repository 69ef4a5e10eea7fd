import { TabFrame } from '@fieldwatch/web/features/settings/tab-frame.tsx'
import { Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { MailsNote } from './mails-note.tsx'
import { PrintMenu } from '@fieldwatch/web/shared/print/print-menu.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { runsQuery, schedulesQuery } from './schedule-queries.ts'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import type { ReportRun, ReportSchedule } from '../contract/report-schedules.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { mailsText, runPeriodText, runText } from './schedule-text.ts'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import type { Column } from '@fieldwatch/web/ui/table/column.ts'
import { DataTable } from '@fieldwatch/web/ui/table/data-table.tsx'
import classes from './reports.module.css'
import { t } from './texts.ts'

interface Open {
  readonly kind: 'edit' | 'log'
  readonly id: number
}

/** The reports that are mailed regularly: those that the signed-in user made or gets, for admins all of their entities. */
export function ReportsTab() {
  const [open, setOpen] = useState<Open>()
  const list = useInfiniteQuery(schedulesQuery(useApi()))
  const schedules = useMemo(() => list.data?.pages.flatMap((page) => page.schedules), [list.data])
  const close = (): void => setOpen(undefined)
  const opened = schedules?.find(({ scheduleID }) => scheduleID === open?.id)
  return (
    <TabFrame
      title={t('reports-by-mail.title')}
      tools={<PrintMenu label={t('reports-by-mail.more')} />}
      help={t('reports-by-mail.help')}
    >
      {list.data?.pages[0]?.mails === false ? <MailsNote /> : undefined}
      <Loaded query={{ ...list, data: schedules }} failed={t('reports-by-mail.failed')} height="10rem">
        {(all) =>
          all.length === 0 ? (
            <Text>{t('reports-by-mail.none')}</Text>
          ) : (
            all.map((schedule) => (
              <ScheduleCard
                key={schedule.scheduleID}
                schedule={schedule}
                onEdit={() => setOpen({ kind: 'edit', id: schedule.scheduleID })}
                onLog={() => setOpen({ kind: 'log', id: schedule.scheduleID })}
              />
            ))
          )
        }
      </Loaded>
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('reports-by-mail.older')}
        </Button>
      ) : undefined}
      {open?.kind === 'edit' && opened !== undefined ? (
        <ScheduleDialog
          key={opened.scheduleID}
          dataId={opened.dataID}
          deviceName={opened.deviceName}
          content={opened.content}
          name={opened.name}
          entities={[opened.entity]}
          schedule={opened}
          onSaved={close}
          onClose={close}
        />
      ) : undefined}
      {open?.kind === 'log' && opened !== undefined ? <RunLog schedule={opened} onClose={close} /> : undefined}
    </TabFrame>
  )
}

/** When a report was sent, and what became of it for each person. */
function RunLog({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const { timeFormat } = useMe()
  const { data: runs, error, refetch } = useQuery(runsQuery(useApi(), schedule.scheduleID))
  const columns = useMemo(() => columnsFor(schedule, timeFormat), [schedule, timeFormat])
  return (
    <Dialog title={t('reports-by-mail.log.title', { name: schedule.name })} size="xl" onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('reports-by-mail.log.help')}
        </Text>
        {error !== null && runs === undefined ? (
          <LoadFailure title={t('reports-by-mail.log.failed')} message={error.message} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            compact
            sortable={false}
            label={t('reports-by-mail.log.title', { name: schedule.name })}
            columns={columns}
            rows={runs}
            rowId={({ runID }) => String(runID)}
            rowLabel={(run) => runPeriodText(schedule.rhythm, run)}
            emptyText={t('reports-by-mail.log.empty')}
          />
        )}
      </Stack>
    </Dialog>
  )
}

function columnsFor({ rhythm }: ReportSchedule, timeFormat: TimeFormat): readonly Column<ReportRun>[] {
  return [
    {
      id: 'time',
      title: t('reports-by-mail.column.time'),
      value: ({ atUTC }) => atUTC,
      cell: ({ atUTC }) => formatMoment(Date.parse(atUTC), timeFormat),
    },
    { id: 'of', title: t('reports-by-mail.column.period'), value: (run) => runPeriodText(rhythm, run) },
    { id: 'outcome', title: t('reports-by-mail.column.outcome'), value: runText },
    {
      id: 'mails',
      title: t('reports-by-mail.column.mails'),
      value: (run) => mailsText(run, timeFormat),
      cell: (run) => <span className={classes['mails']}>{mailsText(run, timeFormat)}</span>,
    },
  ]
}
