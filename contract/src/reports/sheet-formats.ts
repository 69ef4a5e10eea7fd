import { parseIso8601 } from '../telemetry/data.ts'
import type { TableCell } from '../tables/table.ts'
import { createReportWriter, type ReportFormat, type ReportValue } from './report-formats.ts'

/** Values of reports in a workbook, where moments and numbers stay what they are and are shown in a format. */

const DECIMALS = /^([2-7]) Decimal$/
const DATE_TIME = /^([DMY]+)([-/])([DMY]+)[-/]([DMY]+) HH:MM:SS$/

/** How a spreadsheet shows what it has in a format of reports; undefined where it has texts. */
export function sheetFormatOf(format: ReportFormat | ''): string | undefined {
  const digits = DECIMALS.exec(format)?.[1]
  if (digits !== undefined) return `0.${'0'.repeat(Number(digits))}`
  const [, first, sign, second, third] = DATE_TIME.exec(format) ?? []
  if (first === undefined) return undefined
  return `${[first, second, third].join(`\\${sign}`).toLowerCase()}\\ hh:mm:ss`
}

/** A value of a column in a format, as a cell. */
export type WriteReportCell = (value: ReportValue, format: ReportFormat | '', column: string) => TableCell

/** Writes cells of a workbook. @throws RangeError for a time zone that is not known */
export function createSheetWriter(reader: Parameters<typeof createReportWriter>[0]): WriteReportCell {
  const write = createReportWriter(reader)
  return (value, format, column) => {
    if (typeof value === 'boolean' && format === 'boolean') return value
    if (typeof value === 'number' && DECIMALS.test(format)) return value
    const isMoment = column === 'startUTC' || column === 'endUTC' || DATE_TIME.test(format)
    const at = isMoment && typeof value === 'string' ? parseIso8601(value) : Number.NaN
    return Number.isNaN(at) ? write(value, format) : new Date(at)
  }
}
