import { ApiError } from '#platform/api/api-error.ts'
import { useDownload } from '#shared/downloads/use-download.ts'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import type { EventTable, OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { RAW_DATA } from '@fieldwatch/contract/events/report-names'
import { zoneOfReport } from '@fieldwatch/contract/reports/reports'
import { ActionIcon, Select, Text, Tooltip } from '@mantine/core'
import { Suspense, useState } from 'react'
import { downloadReport, ownTimeZone } from './download-report.ts'
import { Slot } from '#platform/extensions/slot.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { FormatMenu } from '#shared/downloads/format-menu.tsx'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { IconDownload, IconPencil, IconTrash, IconX } from '#ui/icons/icons.ts'
import type { EventSpan } from '../event-span.ts'
import type { ReportTask } from './report-dialogs.tsx'
import classes from './reports.module.css'
import { t } from '../texts.ts'

/** The dialogs come with the first one that is opened. */
const ReportDialogs = lazyPart('reports', async () => (await import('./report-dialogs.tsx')).ReportDialogs)

/** The choice that makes a report. No report has a name like it: they are in lower case. */
const CREATE = '+'

interface ReportBarProps {
  table: EventTable
  /** The range that is looked at, and downloaded. */
  span: EventSpan
  /** Only what passes it is downloaded. */
  filter: OccurrenceFilter
}

/** Downloads the occurrences of an event table as a report; makes, changes and deletes reports. */
export function ReportBar({ table, span, filter }: ReportBarProps) {
  const { unit, template } = useUnit()
  const mayEdit = useMayEdit()
  const [chosen, choose] = useState<string>(RAW_DATA)
  const [task, setTask] = useState<ReportTask>()
  const download = useDownload(downloadReport)
  const saved = Object.keys(template?.reports ?? {}).toSorted(compareNaturally)
  // Someone may have deleted it in the meantime.
  const report = saved.includes(chosen) ? chosen : RAW_DATA
  const zone = zoneOfReport(template?.reports?.[report], ownTimeZone())
  const press = download.isPending ? t('events.report.cancel') : t('events.report.download', { name: report })
  const tool = { variant: 'default', size: 'input-xs', className: classes['tool'] ?? '' } as const

  return (
    <div className={classes['bar']}>
      <Text component="output" size="sm" c="dimmed">
        {download.isPending ? progressText(download.bytes) : t('events.report.zone', { zone })}
      </Text>
      <Select
        size="xs"
        className={classes['select'] ?? ''}
        aria-label={t('events.report.label', { title: table.title })}
        data={[RAW_DATA, ...saved, ...(mayEdit ? [{ value: CREATE, label: t('events.report.create') }] : [])]}
        value={report}
        allowDeselect={false}
        onChange={(next) => (next === CREATE ? setTask({ kind: 'create' }) : choose(next ?? RAW_DATA))}
      />
      {download.isPending ? (
        <Tooltip label={press}>
          <ActionIcon {...tool} {...PRESS_ONCE} aria-label={press} onClick={download.cancel}>
            <IconX size="1.2em" stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ) : (
        <FormatMenu
          onChoose={(format) => download.start({ dataId: unit.dataID, name: table.name, span, filter, report, format })}
        >
          <ActionIcon {...tool} aria-label={press} title={press}>
            <IconDownload size="1.2em" stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </FormatMenu>
      )}
      <Slot
        name="events.tool"
        of={{
          table: table.name,
          report,
          title: report === RAW_DATA ? table.title : report,
          look: { ...tool, iconSize: '1.2em' },
        }}
      />
      {report === RAW_DATA || !mayEdit ? undefined : (
        <>
          <Tooltip label={t('events.report.edit', { name: report })}>
            <ActionIcon
              {...tool}
              aria-label={t('events.report.edit', { name: report })}
              onClick={() => setTask({ kind: 'edit', name: report })}
            >
              <IconPencil size="1.2em" stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('events.report.delete', { name: report })}>
            <ActionIcon
              {...tool}
              aria-label={t('events.report.delete', { name: report })}
              onClick={() => setTask({ kind: 'remove', name: report })}
            >
              <IconTrash size="1.2em" stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      {download.error === null ? undefined : (
        <div className={classes['failure']}>
          <FailureNote text={t('events.failed.download')} advice={reasonOf(download.error)} />
        </div>
      )}
      {task === undefined ? undefined : (
        <Suspense>
          <ReportDialogs
            task={task}
            table={table}
            span={span}
            onDone={(name) => {
              choose(name ?? RAW_DATA)
              setTask(undefined)
            }}
            onClose={() => setTask(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

function progressText(bytes: number): string {
  return bytes === 0
    ? t('events.report.downloading')
    : t('events.report.downloaded', { megabytes: numberText(bytes / 1_000_000, { least: 1, most: 1 }) })
}

/** The portal says why it refuses; a connection that ends on the way says nothing. */
function reasonOf(error: Error): string {
  return error instanceof ApiError ? error.message : t('events.failed.connection')
}
