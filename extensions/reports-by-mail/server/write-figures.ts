import { changeText, FIGURES, figureText, shownFigure } from '@fieldwatch/contract/comparisons/shown-figures'
import { type Measures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import type { ReportRhythm } from '../contract/report-schedules.ts'
import { periodText } from '../contract/schedule-times.ts'
import { csvHeading } from '@fieldwatch/contract/templates/chart-table'
import type { Language } from '@fieldwatch/contract/text/languages'
import { escapeHtml } from '@fieldwatch/server/delivery/mail/escape-html'
import type { MailedFigures } from './compare-chart.ts'
import { sayIn } from './say.ts'

/** A mail has no thresholds. */
const MAILED = FIGURES.filter((figure) => figure !== 'hoursAbove')

interface WrittenFigures {
  /** Paragraphs. */
  readonly text: readonly string[]
  readonly html: string
}

/** The figures of a report that compares periods: paragraphs, and a table. */
export function writeFigures(
  { compared, series, measures = sentMeasures }: MailedFigures & { readonly measures: Measures | undefined },
  { rhythm }: { readonly rhythm: ReportRhythm },
  language: Language,
): WrittenFigures {
  const t = sayIn(language)
  if (compared.from >= compared.to) {
    const none = t('reports-by-mail.mail.compared.none')
    return { text: [none], html: `<p>${escapeHtml(none)}</p>` }
  }
  // The other period may not be a month.
  const days: ReportRhythm = { every: 'week', weekday: 1, hour: 0, timeZone: rhythm.timeZone }
  const intro = t('reports-by-mail.mail.compared', {
    period: periodText(rhythm.every === 'day' ? rhythm : days, compared, language),
  })
  const rows = series.map(({ label, unit, ...figures }) => {
    const measure = measures(unit)
    const cells = MAILED.map((figure) => {
      const pair = {
        shown: shownFigure(figures.shown, figure, measure),
        compared: shownFigure(figures.compared, figure, measure),
      }
      const change = changeText(pair, language)
      return {
        name: t(`reports-by-mail.mail.figure.${figure}`),
        value: figureText(pair.shown, figure, language),
        compared: figureText(pair.compared, figure, language),
        change: change === '' ? '–' : change,
      }
    })
    return { heading: csvHeading({ label, unit: measure.unit }), cells }
  })
  return {
    text: [
      intro,
      ...rows.map(({ heading, cells }) =>
        [heading, ...cells.map((cell) => t('reports-by-mail.mail.figure', cell))].join('\n'),
      ),
    ],
    html: `<p>${escapeHtml(intro)}</p>${tableOf(rows)}`,
  }
}

interface Row {
  readonly heading: string
  readonly cells: readonly Record<'name' | 'value' | 'compared' | 'change', string>[]
}

const CELL = 'style="padding:4px 12px;border-bottom:1px solid #ccc;text-align:right;white-space:nowrap"'

function tableOf(rows: readonly Row[]): string {
  const names = rows[0]?.cells.map(({ name }) => `<th scope="col" ${CELL}>${escapeHtml(name)}</th>`).join('') ?? ''
  const lines = rows.map(({ heading, cells }) => {
    const written = cells.map(
      ({ value, compared, change }) =>
        `<td ${CELL}><b>${escapeHtml(value)}</b><br>${escapeHtml(compared)} · ${escapeHtml(change)}</td>`,
    )
    return `<tr><th scope="row" style="padding:4px 12px;text-align:left">${escapeHtml(heading)}</th>${written.join('')}</tr>`
  })
  return `<table style="border-collapse:collapse"><tr><td></td>${names}</tr>${lines.join('')}</table>`
}
