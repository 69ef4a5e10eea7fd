import { useMemo } from 'react'
import type { ReadSource } from '#shared/latest/source-state.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useOverviewClock } from './overview-clock.ts'
import { recordColumns } from './record-columns.tsx'
import { tableColumns, tableRows, type TableColumn, type TableRow } from './table-rows.ts'
import { VALUE_STATE_TEXT } from './widget-value.ts'
import { Widget } from './widget.tsx'
import { formatDay } from '@fieldwatch/contract/moment-text'

interface RecordTableProps {
  title: string
  specifications: Parameters<typeof tableColumns>[0]
  /** How many of the newest rows. */
  limit: number
  /** What is said when there is no row yet. */
  emptyText: string
  read: ReadSource
}

/** The newest records of some sources, newest first. */
export function RecordTable({ title, specifications, limit, emptyText, read }: RecordTableProps) {
  const { now, timeFormat } = useOverviewClock()
  const today = formatDay(now)
  const values = useMemo(() => tableColumns(specifications), [specifications])
  const rows = useMemo(() => tableRows(values, read, limit), [values, read, limit])
  const columns = useMemo(() => recordColumns({ values, rows, today, timeFormat }), [values, rows, today, timeFormat])
  const state = rows.length === 0 ? emptyState(values, read) : undefined
  return (
    <Widget title={title}>
      <DataTable
        compact
        label={title}
        columns={columns}
        rows={state === 'retrieving' ? undefined : rows}
        rowId={timeOf}
        rowLabel={timeOf}
        emptyText={state === 'failed' ? VALUE_STATE_TEXT.error : emptyText}
      />
    </Widget>
  )
}

function timeOf({ messageUTC }: TableRow): string {
  return messageUTC
}

function emptyState(columns: readonly TableColumn[], read: ReadSource): 'failed' | 'retrieving' | undefined {
  const kinds = columns.map(({ source }) => read(source).kind)
  if (kinds.includes('failed')) return 'failed'
  return kinds.includes('retrieving') ? 'retrieving' : undefined
}
