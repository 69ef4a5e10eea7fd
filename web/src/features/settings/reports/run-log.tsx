import type { ReportRun, ReportSchedule } from '@fieldwatch/contract/report-schedules'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/users'
import { useMe } from '#platform/session/me-queries.ts'
import { runsQuery } from '#shared/report-schedules/schedule-queries.ts'
import { mailsText, runPeriodText, runText } from '#shared/report-schedules/schedule-text.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import classes from './reports.module.css'

/** When a report was sent, and what became of it for each person. */
export function RunLog({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const { timeFormat } = useMe()
  const { data: runs, error, refetch } = useQuery(runsQuery(useApi(), schedule.scheduleID))
  const columns = useMemo(() => columnsFor(schedule, timeFormat), [schedule, timeFormat])
  return (
    <Dialog title={`Log of ${schedule.name}`} size="xl" onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          The last 100 times. The files are not kept here.
        </Text>
        {error !== null && runs === undefined ? (
          <LoadFailure title="The log cannot be shown" message={error.message} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            compact
            label={`Log of ${schedule.name}`}
            columns={columns}
            rows={runs}
            rowId={({ runID }) => String(runID)}
            rowLabel={(run) => runPeriodText(schedule.rhythm, run)}
            emptyText="Nothing was sent yet."
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
      value: ({ atUTC }) => atUTC,
      cell: ({ atUTC }) => formatMoment(Date.parse(atUTC), timeFormat),
      sortable: false,
    },
    { id: 'of', heading: 'Tells of', value: (run) => runPeriodText(rhythm, run), sortable: false },
    { id: 'outcome', value: runText, sortable: false },
    {
      id: 'mails',
      value: (run) => mailsText(run, timeFormat),
      cell: (run) => <span className={classes['mails']}>{mailsText(run, timeFormat)}</span>,
      sortable: false,
    },
  ]
}
