import { textsIn } from '@fieldwatch/messages/server-texts'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { toGreeting } from '#delivery/mail/mail-name.ts'
import { periodText } from '@fieldwatch/contract/reports/schedule-times'
import type { ReportContent, ReportRhythm } from '@fieldwatch/contract/reports/report-schedules'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { escapeHtml } from '#delivery/mail/escape-html.ts'

/** What a mail with a report says. */
export interface ToldReport {
  readonly scheduleId: number
  readonly name: string
  readonly dataId: DataId
  readonly unitName: string
  readonly content: ReportContent
  readonly rhythm: ReportRhythm
  readonly range: TimeRange
  /** `too-long`: for a mail; text: why it is not sent any more. */
  readonly file: { readonly name: string; readonly rows: number } | 'too-long' | { readonly stopped: string }
  /** What else there is to say. */
  readonly notes: readonly string[]
}

export interface Reader {
  readonly firstName: string
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

const LEAVE = 'Get this report no more'
const ABOUT = 'See when it is sent, and what was sent before'

/** The mail to one person. */
export function writeReportMail(report: ToldReport, reader: Reader): WrittenMail {
  const { name, unitName, rhythm, range, notes } = report
  const period = periodText(rhythm, range)
  const greeting = toGreeting(textsIn('en'), reader.firstName)
  const lines = [sentenceOf(report, period), ...notes]
  const links = [
    { text: `Look at ${period} in the portal`, url: pageOf(report, reader.publicUrl) },
    { text: ABOUT, url: `${reader.publicUrl}/settings?tab=reports` },
    { text: LEAVE, url: reader.unsubscribeUrl },
  ]
  const htmlLinks = links.map(({ text, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`)
  const htmlLines = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const isStopped = typeof report.file === 'object' && 'stopped' in report.file
  return {
    subject: isStopped ? `Not sent any more: ${name} of ${unitName}` : `${name} of ${unitName}: ${period}`,
    body: `${[greeting, ...lines, ...links.map(({ text, url }) => `${text}: ${url}`)].join('\n\n')}\n`,
    html: `<!doctype html><html><body><p>${escapeHtml(greeting)}</p><h2>${escapeHtml(name)}</h2>${htmlLines.join('')}${htmlLinks.join('')}</body></html>`,
    headers: { ...unsubscribeHeaders(reader.unsubscribeUrl), 'Auto-Submitted': 'auto-generated' },
  }
}

function sentenceOf({ unitName, file, name }: ToldReport, period: string): string {
  if (file === 'too-long')
    return `The report of ${unitName} for ${period} is longer than 10 MB, too long for a mail. Download it in the portal.`
  if ('stopped' in file) return `“${name}” of ${unitName} is not sent any more. ${file.stopped}`
  if (file.rows === 0)
    return `There was nothing to report of ${unitName} for ${period}: ${file.name} has its headings only.`
  const rows = file.rows === 1 ? 'one row' : `${formatCount(file.rows)} rows`
  return `Attached is the report of ${unitName} for ${period}: ${file.name} with ${rows}.`
}

/** The page with the same time. */
function pageOf({ dataId, content, range }: ToldReport, publicUrl: string): string {
  const unit = `${publicUrl}/dashboard/${encodeURIComponent(dataId)}`
  const picked = `${new Date(range.from).toISOString()}~${new Date(range.to - 1).toISOString()}`
  if (content.kind === 'chart') return `${unit}/time-series?history=${encodeURIComponent(picked)}`
  const tables = JSON.stringify({ [content.event]: { range: picked } })
  return `${unit}/events?tables=${encodeURIComponent(tables)}`
}

/** What mail programs offer as a button (RFC 8058), which needs HTTPS. */
function unsubscribeHeaders(url: string): Record<string, string> {
  if (!url.startsWith('https:')) return { 'List-Unsubscribe': `<${url}>` }
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
