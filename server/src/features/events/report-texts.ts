import type { FileFormat } from '@fieldwatch/contract/tables/table'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { ReportWords } from '@fieldwatch/contract/reports/report-formats'
import { textsIn } from '@fieldwatch/messages/server-texts'

/** What the portal adds to the values in a file. */
interface ReportTexts {
  readonly words: ReportWords
  /** The heading of a column of an event table, or of the coordinates. */
  readonly heading: (column: string) => string
  /** The same in a workbook, whose times are in a zone and whose headings name units. */
  readonly sheetHeading: (column: string, zone: string) => string
  /** The heading of the times of a chart. */
  readonly time: (format: FileFormat, zone: string) => string
}

const FIXED = ['startUTC', 'endUTC', 'duration', 'tag', 'ongoing', 'coordinates'] as const
const FIGURE = /^(.+)\.(least|greatest|mean)$/

/** In English the headings are the names of the columns, as in downloads. */
export function reportTextsIn(language: Language): ReportTexts {
  const t = textsIn(language)
  const fixed = new Map<string, string>(FIXED.map((column) => [column, t(`report-files.column.${column}`)]))
  const heading = (column: string): string => {
    const [, name = '', figure] = FIGURE.exec(column) ?? []
    if (figure === undefined) return fixed.get(column) ?? column
    return t(`report-files.column.${figure as 'least' | 'greatest' | 'mean'}`, { name })
  }
  return {
    words: {
      yes: t('report-files.yes'),
      no: t('report-files.no'),
      duration: (days, time) => t('report-files.duration', { days, time }),
    },
    heading,
    sheetHeading: (column, zone) => {
      if (column === 'startUTC') return t('report-files.sheet.start', { zone })
      if (column === 'endUTC') return t('report-files.sheet.end', { zone })
      return column === 'duration' ? t('report-files.sheet.duration') : heading(column)
    },
    time: (format, zone) =>
      format === 'xlsx' ? t('report-files.sheet.time', { zone }) : t('report-files.column.messageUTC'),
  }
}
