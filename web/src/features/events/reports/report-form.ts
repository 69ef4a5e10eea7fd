import { firstProblem } from '#ui/components/form-errors.ts'
import type { ReportFormat } from '@fieldwatch/contract/reports/report-formats'
import { nameOfReport } from '@fieldwatch/contract/events/report-names'
import { type REPORT_TIMES, type ReportDefinition, ReportName } from '@fieldwatch/contract/reports/reports'
import { randomId } from '@mantine/hooks'
import { t } from '../texts.ts'

/** A value that was chosen: the column stays empty. */
export const LEAVE_EMPTY = 'leave-empty'

/** One column of a report as it is entered. */
export interface ColumnForm {
  /** Tells columns apart while they are moved. */
  readonly key: string
  readonly header: string
  /** A column of the event table, `LEAVE_EMPTY`, or nothing as long as nothing was chosen. */
  readonly value: string
  readonly format: ReportFormat | ''
}

/** A report as it is entered. */
export interface ReportForm {
  readonly name: string
  readonly columns: ColumnForm[]
  readonly includeCoordinates: boolean
  readonly times: (typeof REPORT_TIMES)[number]
}

export function emptyColumn(): ColumnForm {
  return { key: randomId('column'), header: '', value: '', format: '' }
}

export function emptyReport(): ReportForm {
  return { name: '', columns: [emptyColumn()], includeCoordinates: false, times: 'local' }
}

export function formOfReport(report: ReportDefinition): ReportForm {
  const { name, includeCoordinates, times = 'local' } = report
  const columns = report.columns.map((header, index) => ({
    ...emptyColumn(),
    header,
    value: report.values[index] === '' ? LEAVE_EMPTY : (report.values[index] ?? LEAVE_EMPTY),
    format: report.formats[index] ?? '',
  }))
  return { name, columns, includeCoordinates, times }
}

/** What was entered as it is kept; what is not chosen yet is empty. */
export function reportOfForm({ name, columns, includeCoordinates, times }: ReportForm): ReportDefinition {
  return {
    name: nameOfReport(name),
    columns: columns.map(({ header }) => header.trim()),
    values: columns.map((column) => (isLeftEmpty(column) ? '' : column.value)),
    formats: columns.map((column) => (isLeftEmpty(column) ? '' : column.format)),
    includeCoordinates,
    times,
  }
}

/** Whether there is nothing to be written in a format. */
export function isLeftEmpty({ value }: ColumnForm): boolean {
  return value === LEAVE_EMPTY || value === ''
}

/** What is missing or wrong, by its path in the form. `taken` are the names of the other reports. */
export function problemsOfReport({ name, columns }: ReportForm, taken: readonly string[]): Record<string, string> {
  const problems: Record<string, string> = {}
  const problem = problemOfName(name, taken)
  if (problem !== undefined) problems['name'] = problem
  for (const [index, column] of columns.entries()) {
    if (column.header.trim() === '') problems[`columns.${index}.header`] = t('events.required.header')
    if (column.value === '') problems[`columns.${index}.value`] = t('events.required.value')
    else if (!isLeftEmpty(column) && column.format === '')
      problems[`columns.${index}.format`] = t('events.required.format')
  }
  return problems
}

function problemOfName(typed: string, taken: readonly string[]): string | undefined {
  const read = ReportName.safeParse(typed)
  if (!read.success) return firstProblem(read)
  const { data: name } = read
  return taken.includes(name) ? t('events.report.name.taken') : undefined
}
