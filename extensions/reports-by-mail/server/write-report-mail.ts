import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { textsIn } from '@fieldwatch/messages/server-texts'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import type { Language } from '@fieldwatch/contract/text/languages'
import { toGreeting } from '@fieldwatch/server/delivery/mail/queue-mail'
import { periodText } from '../contract/schedule-times.ts'
import type { AttachedFormat } from '../contract/report-schedules.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { StoredSchedule } from './schedule-store.ts'
import type { MailedFigures } from './compare-chart.ts'
import { sayIn } from './say.ts'
import { notesInMail, type ReportNotes } from './report-notes.ts'
import { writeFigures } from './write-figures.ts'
import { escapeHtml } from '@fieldwatch/server/delivery/mail/escape-html'

/** What a mail with a report says. */
export interface MailedReport extends Pick<StoredSchedule, 'name' | 'dataId' | 'unitName' | 'content' | 'rhythm'> {
  readonly scheduleId: number
  readonly range: TimeRange
  /** What is attached, with the rows where they are counted; `stopped`: the sentence why it is no longer sent. */
  readonly file: { readonly names: readonly string[]; readonly rows: number | undefined } | { readonly stopped: string }
  /** The time zone of each attached file. */
  readonly times: Readonly<Partial<Record<AttachedFormat, string>>>
  /** Sentences about the files, such as why one is not attached. */
  readonly said: readonly string[]
  /** Only for a report that compares periods; in units of measure, or as sent. */
  readonly figures: (MailedFigures & { readonly measures: Measures | undefined }) | undefined
  /** Only for a report that lists notes. */
  readonly notes: ReportNotes | undefined
}

export interface Reader {
  readonly firstName: string
  readonly language: Language
  /** Where the portal is, without a slash at the end. */
  readonly publicUrl: string
  /** Where this person ends this report without a sign-in. */
  readonly unsubscribeUrl: string
}

export interface WrittenMail {
  readonly subject: string
  readonly body: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** The mail to one person. */
export function writeReportMail(report: MailedReport, reader: Reader): WrittenMail {
  const { name, unitName: unit, rhythm, range, file } = report
  const [mail, t] = [textsIn(reader.language), sayIn(reader.language)]
  const period = periodText(rhythm, range, reader.language)
  const greeting = toGreeting(mail, reader.firstName)
  const lines = [
    describe(report, period, reader.language),
    ...zonesOf(report, reader.language),
    ...report.said.map(sentencesIn(reader.language)),
  ]
  const links = [
    { text: t('reports-by-mail.mail.view', { period }), url: pageOf(report, reader.publicUrl) },
    { text: t('reports-by-mail.mail.schedule'), url: `${reader.publicUrl}/settings?tab=reports` },
    { text: t('reports-by-mail.mail.unsubscribe'), url: reader.unsubscribeUrl },
  ]
  const htmlLinks = links.map(({ text, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`)
  const compared = report.figures && writeFigures(report.figures, report, reader.language)
  const noted = report.notes && notesInMail(report.notes, { language: reader.language, timeZone: rhythm.timeZone })
  const htmlLines = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const isStopped = 'stopped' in file
  return {
    subject: isStopped
      ? t('reports-by-mail.mail.subject.stopped', { report: name, unit })
      : t('reports-by-mail.mail.subject', { report: name, unit, period }),
    body: `${[greeting, ...lines, ...(compared?.text ?? []), ...(noted?.text ?? []), ...links.map((link) => mail('mails.link', link))].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${reader.language}"><body><p>${escapeHtml(greeting)}</p><h2>${escapeHtml(name)}</h2>${htmlLines.join('')}${compared?.html ?? ''}${noted?.html ?? ''}${htmlLinks.join('')}</body></html>`,
    headers: { ...unsubscribeHeaders(reader.unsubscribeUrl), 'Auto-Submitted': 'auto-generated' },
  }
}

function describe(
  { unitName: unit, file, name: report, notes }: MailedReport,
  period: string,
  language: Language,
): string {
  const t = sayIn(language)
  if ('stopped' in file) return t('reports-by-mail.mail.stopped', { report, unit, reason: file.stopped })
  const { names, rows } = file
  const [name, ...others] = names
  if (name === undefined) return t('reports-by-mail.mail.no-file', { unit, period })
  const about = { unit, period, file: new Intl.ListFormat(language).format(names) }
  if (rows === 0 && (notes?.listed ?? []).length === 0)
    return t('reports-by-mail.mail.nothing', { ...about, count: names.length })
  return rows === undefined || others.length > 0
    ? t('reports-by-mail.mail.attached.files', about)
    : t('reports-by-mail.mail.attached', { ...about, rows })
}

/** A CSV may have its times in another zone than the other files. */
function zonesOf({ times: { csv, ...others } }: MailedReport, language: Language): string[] {
  const t = sayIn(language)
  const timeZone = others.xlsx ?? others.pdf ?? csv
  if (timeZone === undefined) return []
  if (csv === undefined || csv === timeZone) return [t('reports-by-mail.mail.time-zone', { timeZone })]
  return [t('reports-by-mail.mail.time-zones', { csv, timeZone })]
}

/** The page with the same time. */
function pageOf({ dataId, content, range }: MailedReport, publicUrl: string): string {
  const unit = `${publicUrl}/dashboard/${encodeURIComponent(dataId)}`
  const picked = `${new Date(range.from).toISOString()}~${new Date(range.to - 1).toISOString()}`
  if (content.kind === 'chart') {
    const compare = content.compareWith === undefined ? '' : `&compare=${content.compareWith}`
    return `${unit}/time-series?history=${encodeURIComponent(picked)}${compare}`
  }
  const tables = JSON.stringify({ [content.event]: { range: picked } })
  return `${unit}/events?tables=${encodeURIComponent(tables)}`
}

/** What mail programs offer as a button (RFC 8058), which needs HTTPS. */
function unsubscribeHeaders(url: string): Record<string, string> {
  if (!url.startsWith('https:')) return { 'List-Unsubscribe': `<${url}>` }
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
