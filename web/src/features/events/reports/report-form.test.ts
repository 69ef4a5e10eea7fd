import { ReportDefinition } from '@fieldwatch/contract/reports/reports'
import { ALL_REPORT_FORMATS } from '@fieldwatch/contract/reports/report-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ColumnForm,
  emptyReport,
  formOfReport,
  LEAVE_EMPTY,
  problemsOfReport,
  type ReportForm,
  reportOfForm,
} from './report-form.ts'

const START: ColumnForm = { key: 'a', header: 'Start', value: 'startUTC', format: 'YYYY-MM-DD HH:MM:SS' }

function buildForm(parts: Partial<ReportForm> = {}): ReportForm {
  return { name: 'Monthly', columns: [START], includeCoordinates: false, times: 'local', ...parts }
}

const withColumn = (parts: Partial<ColumnForm>) => buildForm({ columns: [{ ...START, ...parts }] })

describe('a report that is entered', () => {
  // spec 2-5-09, 2-5-10, 2-5-11
  it.each([
    ['no name', buildForm({ name: '  ' }), { name: 'A report name is required.' }],
    ['the name of another', buildForm({ name: 'Per  Day' }), { name: 'A report with this name already exists.' }],
    ['the name raw_data', buildForm({ name: 'Raw data' }), { name: 'raw_data is there already: choose another name.' }],
    ['no header', withColumn({ header: ' ' }), { 'columns.0.header': 'A column header is required.' }],
    ['no value', withColumn({ value: '' }), { 'columns.0.value': 'A value is required.' }],
    ['no format', withColumn({ format: '' }), { 'columns.0.format': 'A format is required.' }],
  ])('with %s gets its message', (_what, form, problems) => {
    expect(problemsOfReport(form, ['per_day'])).toEqual(problems)
  })

  // spec 2-5-21
  it('needs no format where it is left empty', () => {
    expect(problemsOfReport(withColumn({ value: LEAVE_EMPTY, format: '' }), [])).toEqual({})
  })

  it('is kept under its name in lower case, with underscores', () => {
    expect(reportOfForm(buildForm({ name: ' Per  Day ' })).name).toBe('per_day')
  })

  it('that was not touched is not complete', () => {
    expect(Object.keys(problemsOfReport(emptyReport(), []))).toEqual(['name', 'columns.0.header', 'columns.0.value'])
  })
})

const cell = fc.oneof(
  fc.record({ value: fc.constant(''), format: fc.constant('' as const) }),
  fc.record({ value: fc.constantFrom('tag', 'room.temp'), format: fc.constantFrom(...ALL_REPORT_FORMATS) }),
)

describe('a saved report', () => {
  it('comes back from the form as it was', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.constantFrom('local', 'UTC' as const),
        (cells, includeCoordinates, times) => {
          const report = ReportDefinition.parse({
            name: 'monthly',
            columns: cells.map((_, index) => `Column ${index}`),
            values: cells.map(({ value }) => value),
            formats: cells.map(({ format }) => format),
            includeCoordinates,
            times,
          })
          const form = formOfReport(report)

          expect(reportOfForm(form)).toEqual(report)
          expect(problemsOfReport(form, [])).toEqual({})
        },
      ),
    )
  })

  it('that says nothing of its times has them in the time of the person', () => {
    const { times: _, ...report } = reportOfForm(buildForm())

    expect(formOfReport(report).times).toBe('local')
  })
})
