import type { Column } from '#ui/table/column.ts'
import { isEmpty } from '#ui/table/cell-text.ts'
import { formatClock, formatDay, formatMoment } from '@fieldwatch/contract/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/users'
import type { TableColumn, TableRow } from './table-rows.ts'
import { valueText } from '#shared/latest/value-format.ts'

interface RecordColumnsSetting {
  readonly values: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** The day that needs no mention beside a time. */
  readonly today: string
  readonly timeFormat: TimeFormat
}

/** The columns of a table of records: its time and each of its values. Words stand at the start, numbers at the end. */
export function recordColumns({ values, rows, today, timeFormat }: RecordColumnsSetting): readonly Column<TableRow>[] {
  const time: Column<TableRow> = {
    id: 'time',
    value: ({ messageUTC }) => messageUTC,
    cell: ({ messageUTC }) => <Time at={Date.parse(messageUTC)} today={today} timeFormat={timeFormat} />,
    sortable: false,
  }
  return [
    time,
    ...values.map(({ key, friendlyName, unit, decimals }, index): Column<TableRow> => ({
      id: key,
      heading: friendlyName,
      unit,
      value: ({ cells }) => (isEmpty(cells[index]) ? undefined : valueText(cells[index], decimals)),
      align: rows.some(({ cells }) => typeof cells[index] === 'string') ? 'start' : 'end',
      sortable: false,
    })),
  ]
}

interface TimeProps {
  at: number
  today: string
  timeFormat: TimeFormat
}

/** The time of day; with its day when that is not today. */
function Time({ at, today, timeFormat }: TimeProps) {
  const clock = formatClock(at, { timeFormat, seconds: true })
  const day = formatDay(at)
  return <span title={formatMoment(at, timeFormat)}>{day === today ? clock : `${day}, ${clock}`}</span>
}
