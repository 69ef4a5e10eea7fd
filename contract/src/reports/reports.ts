import { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { ALL_REPORT_FORMATS } from './report-formats.ts'
import { nameOfReport, RAW_DATA } from '../events/report-names.ts'
import { line } from '../text/text.ts'

/** In whose time moments are written: that of the person who downloads the report or of the schedule that sends it, or UTC. */
export const REPORT_TIMES = ['local', 'UTC'] as const

export const ReportName = line(100)
  .overwrite(nameOfReport)
  .min(1, 'fields.report-name')
  .refine((name) => name !== RAW_DATA, sentence('fields.report-name-taken', { name: RAW_DATA }))
  // What an object is made of cannot be kept in it.
  .refine((name) => name !== '__proto__', 'fields.other-name')

/** The most columns of a report. */
export const MOST_COLUMNS = 100

const Format = z.enum(['', ...ALL_REPORT_FORMATS])

/** What a report of occurrences has in it, column by column. */
export const ReportDefinition = z
  .strictObject({
    name: ReportName,
    columns: z.array(line(200).min(1, 'fields.column-header')).min(1).max(MOST_COLUMNS),
    /** A column of the event table each; empty for a column that is left empty. */
    values: z.array(line(200)).max(MOST_COLUMNS),
    /** Empty where the value is, or where it is written as it is. */
    formats: z.array(Format).max(MOST_COLUMNS),
    /** Whether where the unit was during each occurrence is added, from `gpgga_Internal`. */
    includeCoordinates: z.boolean(),
    /** `local` by default. */
    times: z.enum(REPORT_TIMES).optional(),
  })
  .refine(({ columns, values, formats }) => columns.length === values.length && columns.length === formats.length, {
    path: ['columns'],
    message: 'fields.column-parts',
  })
export type ReportDefinition = z.infer<typeof ReportDefinition>

/** In which zone a report writes moments for a person or a schedule in a zone; raw data, which is no saved report, is in UTC. */
export function zoneOfReport(report: Pick<ReportDefinition, 'times'> | undefined, own: string): string {
  return report === undefined || report.times === 'UTC' ? 'UTC' : own
}

/** Reports by their name. */
export const Reports = z
  .record(z.string().max(100), ReportDefinition)
  .refine((reports) => Object.keys(reports).length <= 100, 'fields.reports-most')
  .refine((reports) => Object.entries(reports).every(([name, report]) => name === report.name), {
    message: 'fields.report-own-name',
  })
