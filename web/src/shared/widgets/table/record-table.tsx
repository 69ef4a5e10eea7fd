import { useMemo } from 'react'
import type { ReadSource } from '#shared/latest/source-state.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type ValueColumn, valueColumns } from '../value-columns.ts'
import { useWidgetClock } from '../widget-clock.ts'
import { type TableRow, tableRows } from './table-rows.ts'
import { t } from '../texts.ts'
import { valueStateText } from '../widget-value.ts'
import { Widget } from '../widget.tsx'
import { formatClock, formatDay, formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { Column } from '#ui/table/column.ts'
import { isEmpty } from '#ui/table/cell-text.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { valueWords } from '#shared/latest/value-format.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import type { Measures } from '@fieldwatch/contract/measures/measure'

interface RecordTableProps {
  title: string
  specifications: Parameters<typeof valueColumns>[0]
  /** How many of the newest rows. */
  limit: number
  /** What is said when there is no row yet. */
  emptyText: string
  read: ReadSource
}

/** The newest records of some sources, newest first. */
export function RecordTable({ title, specifications, limit, emptyText, read }: RecordTableProps) {
  const { now, timeFormat } = useWidgetClock()
  const measures = useMeasures()
  const today = formatDay(now)
  const values = useMemo(() => valueColumns(specifications), [specifications])
  const rows = useMemo(() => tableRows(values, read, limit), [values, read, limit])
  const columns = useMemo(
    () => recordColumns({ values, rows, today, timeFormat, measures }),
    [values, rows, today, timeFormat, measures],
  )
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
        emptyText={state === 'failed' ? valueStateText('error') : emptyText}
      />
    </Widget>
  )
}

function timeOf({ messageUTC }: TableRow): string {
  return messageUTC
}

function emptyState(columns: readonly ValueColumn[], read: ReadSource): 'failed' | 'retrieving' | undefined {
  const kinds = columns.map(({ source }) => read(source).kind)
  if (kinds.includes('failed')) return 'failed'
  return kinds.includes('retrieving') ? 'retrieving' : undefined
}

interface RecordColumnsSetting {
  readonly values: readonly ValueColumn[]
  readonly rows: readonly TableRow[]
  /** The day that needs no mention beside a time. */
  readonly today: string
  readonly timeFormat: TimeFormat
  readonly measures: Measures
}

/** The columns of a table of records: its time and each of its values. Words are at the start, numbers at the end. */
function recordColumns({
  values,
  rows,
  today,
  timeFormat,
  measures,
}: RecordColumnsSetting): readonly Column<TableRow>[] {
  const time: Column<TableRow> = {
    id: 'time',
    title: t('widgets.table.time'),
    value: ({ messageUTC }) => messageUTC,
    cell: ({ messageUTC }) => <Time at={Date.parse(messageUTC)} today={today} timeFormat={timeFormat} />,
    sortable: false,
  }
  return [
    time,
    ...values.map(({ key, friendlyName, unit, decimals }, index): Column<TableRow> => {
      const measure = measures(unit)
      return {
        id: key,
        heading: friendlyName,
        unit: measure.unit,
        value: ({ cells }) => (isEmpty(cells[index]) ? undefined : valueWords(cells[index], measure, decimals).text),
        align: rows.some(({ cells }) => typeof cells[index] === 'string') ? 'start' : 'end',
        sortable: false,
      }
    }),
  ]
}

/** The time of day; with its day when that is not today. */
function Time({ at, today, timeFormat }: { at: number; today: string; timeFormat: TimeFormat }) {
  const clock = formatClock(at, { timeFormat, seconds: true })
  const day = formatDay(at)
  return <span title={formatMoment(at, timeFormat)}>{day === today ? clock : `${day}, ${clock}`}</span>
}
