import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createReportWriter } from '@fieldwatch/contract/reports/report-formats'
import { reportCells, reportHeaders } from '@fieldwatch/contract/reports/report-rows'
import { type ReportDefinition, zoneOfReport } from '@fieldwatch/contract/reports/reports'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { TableScroll } from '#ui/table/table-scroll.tsx'
import { valueOfColumn } from './report-values.ts'
import { ownTimeZone } from './download-report.ts'
import { firstCoordinatesQuery } from './report-queries.ts'
import classes from './reports.module.css'
import { t } from '../texts.ts'

interface ReportPreviewProps {
  report: ReportDefinition
  dataId: DataId
  /** The first ones; undefined while they are on their way. */
  occurrences: readonly EventOccurrence[] | undefined
  /** They could not be had. */
  isFailed: boolean
}

const NONE: readonly EventOccurrence[] = []

/** The first rows of a report, as they will be in the file. */
export function ReportPreview({ report, dataId, occurrences = NONE, isFailed }: ReportPreviewProps) {
  const { includeCoordinates } = report
  const timeZone = zoneOfReport(report, ownTimeZone())
  const write = useMemo(() => createReportWriter({ timeZone }), [timeZone])
  const coordinates = useQuery({
    ...firstCoordinatesQuery(useApi(), dataId, occurrences),
    enabled: includeCoordinates && occurrences.length > 0,
  })
  const headers = reportHeaders(report)
  const rows = occurrences.map((occurrence, row) => {
    const cells = reportCells(report, (column) => valueOfColumn(occurrence, column), write)
    return includeCoordinates ? [...cells, coordinates.data?.[row]] : cells
  })
  const note = noteOf({
    isFailed: isFailed || (includeCoordinates && coordinates.isError),
    isEmpty: occurrences.length === 0,
    isNowhere: includeCoordinates && coordinates.data === null,
  })
  return (
    <div className={classes['preview']}>
      <Text fw={500}>{t('events.report.preview')}</Text>
      <TableScroll naming={{ 'aria-label': t('events.report.preview.label') }} pinned={false}>
        <table className={classes['rows']}>
          <thead>
            <tr>
              {headers.map((header, index) => {
                // A heading that says nothing is none.
                const Cell = header === '' ? 'td' : 'th'
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- two columns may be called the same
                  <Cell key={index} {...(header === '' ? {} : { scope: 'col' })}>
                    {header}
                  </Cell>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={occurrences[row]?.startUTC}>
                {cells.map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two columns may hold the same
                  <td key={index}>{cell === null || cell === undefined ? '' : String(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {note === undefined ? undefined : (
        <Text c="dimmed" component="output">
          {note}
        </Text>
      )}
    </div>
  )
}

interface PreviewState {
  isFailed: boolean
  isEmpty: boolean
  isNowhere: boolean
}

function noteOf({ isFailed, isEmpty, isNowhere }: PreviewState): string | undefined {
  if (isFailed) return t('events.report.preview.failed')
  if (isEmpty) return t('events.report.preview.empty')
  if (isNowhere) return t('events.report.preview.no-positions')
  return undefined
}
