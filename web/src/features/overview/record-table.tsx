import { formatClock, formatDay, formatMoment } from '#time-range/moment-text.ts'
import { useOverviewClock } from './overview-clock.ts'
import classes from './record-table.module.css'
import { tableColumns, tableRows, type TableColumn } from './table-rows.ts'
import { valueText } from './value-format.ts'
import type { ReadSource } from '#latest/source-state.ts'
import { VALUE_STATE_TEXT } from './widget-value.ts'
import { Widget } from './widget.tsx'

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
  const columns = tableColumns(specifications)
  const rows = tableRows(columns, read, limit)
  const textColumns = new Set(
    columns.flatMap(({ key }, index) => (rows.some(({ cells }) => typeof cells[index] === 'string') ? [key] : [])),
  )
  return (
    <Widget title={title}>
      {rows.length === 0 ? (
        <p className={classes['empty']}>{emptyState(columns, read) ?? emptyText}</p>
      ) : (
        // A table that is wider than its place scrolls, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes['scroll']} tabIndex={0} aria-label={title}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {columns.map(({ key, friendlyName, unit }) => (
                  <th key={key} scope="col" data-text={textColumns.has(key)}>
                    {friendlyName}
                    {unit !== undefined && <span className={classes['unit']}> {unit}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ messageUTC, cells }) => {
                const at = Date.parse(messageUTC)
                return (
                  <tr key={messageUTC}>
                    <td title={formatMoment(at, timeFormat)}>{rowTime(at, now, timeFormat)}</td>
                    {columns.map(({ key, decimals }, index) => (
                      <td key={key} data-text={textColumns.has(key)}>
                        {cells[index] === undefined ? '–' : valueText(cells[index], decimals)}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
    </Widget>
  )
}

/** The time of day; with its day when that is not today. */
function rowTime(at: number, now: number, timeFormat: Parameters<typeof formatMoment>[1]): string {
  const clock = formatClock(at, { timeFormat, seconds: true })
  return formatDay(at) === formatDay(now) ? clock : `${formatDay(at)}, ${clock}`
}

function emptyState(columns: readonly TableColumn[], read: ReadSource): string | undefined {
  const kinds = columns.map(({ source }) => read(source).kind)
  if (kinds.includes('failed')) return VALUE_STATE_TEXT.error
  return kinds.includes('retrieving') ? VALUE_STATE_TEXT.retrieving : undefined
}
