import type { DataId } from '@fieldwatch/contract/api/ids'
import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '#ui/icons/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { installedUnitNotes } from '#platform/extensions/web-extension.ts'
import { useMe } from '#platform/session/me-queries.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { PlannedLine } from './chart-plan.ts'
import { type ComparedRequest, downloadChart } from './download-chart.ts'
import { FILE_FORMATS, type FileFormat } from '@fieldwatch/contract/tables/table'
import { t as ui } from '#platform/texts.ts'
import classes from './chart-panel.module.css'
import { t } from './texts.ts'

interface DownloadButtonProps {
  dataId: DataId
  title: string
  /** What is saved, for the tooltip. */
  label: string
  lines: readonly PlannedLine[]
  /** Keys of the lines that are not drawn. */
  hidden: ReadonlySet<string>
  span: () => TimeRange
  compared?: ComparedRequest | undefined
  knownAt: number | undefined
  /** The range has notes, which the file can have too. */
  hasNotes: boolean
  /** Beside the other icons of a chart, or among the buttons of the page. */
  place: 'chart' | 'page'
}

const LOOK = { chart: { variant: 'subtle', color: 'gray' }, page: { variant: 'default' } } as const

interface Choice {
  readonly chosen: readonly PlannedLine[]
  readonly withNotes: boolean
  readonly label: string
}

/** Saves chart data in a format. While series are hidden, or where there are notes, it asks whether they are wanted too. */
export function DownloadButton(props: DownloadButtonProps) {
  const { dataId, title, label, lines, hidden, span, compared, knownAt, hasNotes, place } = props
  const api = useApi()
  const { read: readNotes } = installedUnitNotes(useMe())
  const [megabytes, setMegabytes] = useState(0)
  const download = useMutation({
    mutationFn: ({ chosen, withNotes, format }: Omit<Choice, 'label'> & { format: FileFormat }) =>
      downloadChart(api, {
        dataId,
        format,
        title,
        lines: chosen,
        span: span(),
        compared,
        knownAt,
        readNotes: withNotes ? readNotes : undefined,
        onProgress: (bytes) => setMegabytes(Math.floor(bytes / 1_000_000)),
      }),
    onSettled: () => setMegabytes(0),
  })
  const visible = lines.filter(({ key }) => !hidden.has(key))
  const isPart = visible.length < lines.length
  const choices: Choice[] = [
    ...(isPart ? [{ chosen: visible, withNotes: false, label: t('time-series.download.visible') }] : []),
    { chosen: lines, withNotes: false, label: t('time-series.download.every') },
    ...(hasNotes ? [{ chosen: lines, withNotes: true, label: t('time-series.download.with-notes') }] : []),
  ]

  return (
    <div className={classes['download']}>
      {download.isError && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {t('time-series.download.failed')}
        </Text>
      )}
      {megabytes > 0 && (
        <Text component="output" size="sm" c="dimmed">
          {t('time-series.download.progress', { megabytes })}
        </Text>
      )}
      <Menu>
        <Tooltip label={label}>
          <Menu.Target>
            <ActionIcon
              {...LOOK[place]}
              aria-label={label}
              disabled={lines.length === 0}
              className={classes['tool'] ?? ''}
              loading={download.isPending}
            >
              <IconDownload stroke={1.5} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          {choices.length === 1
            ? FILE_FORMATS.map((format) => (
                <Menu.Item key={format} onClick={() => download.mutate({ chosen: lines, withNotes: false, format })}>
                  {ui(`ui.file.${format}`)}
                </Menu.Item>
              ))
            : choices.flatMap(({ label: name, ...choice }) =>
                FILE_FORMATS.map((format) => (
                  <Menu.Item
                    key={`${name} ${format}`}
                    disabled={choice.chosen.length === 0}
                    onClick={() => download.mutate({ ...choice, format })}
                  >
                    {t('time-series.download.choice', { name, format: ui(`ui.file.${format}`) })}
                  </Menu.Item>
                )),
              )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
