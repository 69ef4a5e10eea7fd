import type { DataId } from '@fieldwatch/contract/ids'
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '#ui/icons/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { TimeRange } from '@fieldwatch/contract/times'
import type { PlannedLine } from './chart-plan.ts'
import { downloadCsv } from './download-csv.ts'
import classes from './chart-panel.module.css'

interface DownloadButtonProps {
  dataId: DataId
  title: string
  /** What is saved, for the tooltip. */
  label: string
  lines: readonly PlannedLine[]
  span: () => TimeRange
  /** Beside the other icons of a chart, or among the buttons of the page. */
  place: 'chart' | 'page'
}

const LOOK = { chart: { variant: 'subtle', color: 'gray' }, page: { variant: 'default' } } as const

/** Saves chart data as CSV. */
export function DownloadButton({ dataId, title, label, lines, span, place }: DownloadButtonProps) {
  const api = useApi()
  const [megabytes, setMegabytes] = useState(0)
  const download = useMutation({
    mutationFn: () =>
      downloadCsv(api, {
        dataId,
        title,
        lines,
        span: span(),
        onProgress: (bytes) => setMegabytes(Math.floor(bytes / 1_000_000)),
      }),
    onSettled: () => setMegabytes(0),
  })
  return (
    <div className={classes['download']}>
      {download.isError && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          The CSV file could not be made. Please try again.
        </Text>
      )}
      {megabytes > 0 && (
        <Text component="output" size="sm" c="dimmed">
          {megabytes} MB
        </Text>
      )}
      <Tooltip label={label}>
        <ActionIcon
          {...LOOK[place]}
          aria-label={label}
          disabled={lines.length === 0}
          className={classes['tool'] ?? ''}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          <IconDownload stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
