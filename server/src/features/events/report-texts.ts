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

const FIGURE = /^(.+)\.(least|greatest|mean)$/

/** In English the headings are the names of the columns, as in downloads. */
export function reportTextsIn(language: Language): ReportTexts {
  const t = textsIn(language)
  const fixed = new Map([
    ['startUTC', t('report-mails.column.startUTC')],
    ['endUTC', t('report-mails.column.endUTC')],
    ['duration', t('report-mails.column.duration')],
    ['tag', t('report-mails.column.tag')],
    ['ongoing', t('report-mails.column.ongoing')],
    ['coordinates', t('report-mails.column.coordinates')],
  ])
  const figures = {
    least: (name: string) => t('report-mails.column.least', { name }),
    greatest: (name: string) => t('report-mails.column.greatest', { name }),
    mean: (name: string) => t('report-mails.column.mean', { name }),
  }
  const heading = (column: string): string => {
    const [, name = '', figure] = FIGURE.exec(column) ?? []
    return figure === undefined ? (fixed.get(column) ?? column) : figures[figure as keyof typeof figures](name)
  }
  return {
    words: {
      yes: t('report-mails.yes'),
      no: t('report-mails.no'),
      duration: (days, time) => t('report-mails.duration', { days, time }),
    },
    heading,
    sheetHeading: (column, zone) => {
      if (column === 'startUTC') return t('report-mails.sheet.start', { zone })
      if (column === 'endUTC') return t('report-mails.sheet.end', { zone })
      return column === 'duration' ? t('report-mails.sheet.duration') : heading(column)
    },
    time: (format, zone) =>
      format === 'xlsx' ? t('report-mails.sheet.time', { zone }) : t('report-mails.column.messageUTC'),
  }
}
