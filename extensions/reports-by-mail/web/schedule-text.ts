import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { pageLocale } from '@fieldwatch/contract/text/text-locale'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { RAW_DATA } from '@fieldwatch/contract/events/report-names'
import type { ReportContent, ReportRhythm, ReportRun, ReportSchedule } from '../contract/report-schedules.ts'
import { periodText } from '../contract/schedule-times.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** Monday is 1, Sunday 7, as the calendar of the page names it. */
export function weekdayText(weekday: number): string {
  const monday = Date.UTC(2024, 0, 1)
  const format = new Intl.DateTimeFormat(pageLocale(), { weekday: 'long', timeZone: 'UTC' })
  return format.format(monday + (weekday - 1) * DAY_MS)
}

/** An hour of a day, as the person reads times. */
export function hourText(hour: number, timeFormat: TimeFormat): string {
  if (timeFormat === '24Hour') return `${String(hour).padStart(2, '0')}:00`
  return `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
}

/** A day of a month. */
export function monthDayText(day: number | 'last'): string {
  return day === 'last' ? t('reports-by-mail.day.last') : t('reports-by-mail.day.number', { day })
}

/** When a report is sent. */
export function rhythmText(rhythm: ReportRhythm, timeFormat: TimeFormat): string {
  const at = { time: hourText(rhythm.hour, timeFormat), timeZone: rhythm.timeZone }
  if (rhythm.every === 'day') return t('reports-by-mail.rhythm.day', at)
  if (rhythm.every === 'week') return t('reports-by-mail.rhythm.week', { ...at, weekday: weekdayText(rhythm.weekday) })
  return rhythm.day === 'last'
    ? t('reports-by-mail.rhythm.last-day', at)
    : t('reports-by-mail.rhythm.month', { ...at, day: rhythm.day })
}

/** What the file holds. */
export function contentText(content: ReportContent): string {
  if (content.kind === 'chart') return t('reports-by-mail.content.chart', { chart: content.chart })
  const { event, report } = content
  return report === RAW_DATA
    ? t('reports-by-mail.content.events', { event })
    : t('reports-by-mail.content.report', { event, report })
}

/** To whom it goes, as far as the person knows. */
export function recipientsText({ recipients, recipientCount, mine, editable }: ReportSchedule): string {
  if (recipientCount === 0) return t('reports-by-mail.to.none')
  if (editable) return t('reports-by-mail.to.names', { names: recipients.map(({ name }) => name).join(', ') })
  const others = recipientCount - (mine ? 1 : 0)
  if (!mine) return t('reports-by-mail.to.others', { others })
  return others === 0 ? t('reports-by-mail.to.you') : t('reports-by-mail.to.you-and-others', { others })
}

/** The period that a run covers. */
export function runPeriodText(rhythm: ReportRhythm, { fromUTC, toUTC }: ReportRun): string {
  return periodText(rhythm, { from: Date.parse(fromUTC), to: Date.parse(toUTC) })
}

/** What became of a run as a whole. */
export function runText({ state, rows, bytes, note, missed, asked }: ReportRun): string {
  return [
    bytes === null || rows === null || state !== 'done'
      ? t(`reports-by-mail.run.${state}`)
      : t('reports-by-mail.run.done-size', { rows, size: sizeText(bytes) }),
    ...(asked ? [t('reports-by-mail.run.asked')] : []),
    ...(missed === 0 ? [] : [t('reports-by-mail.run.missed', { missed })]),
    ...(note === null ? [] : [note]),
  ].join(' ')
}

/** What became of the mail to each person. */
export function mailsText({ mails }: ReportRun, timeFormat: TimeFormat): string {
  return mails
    .map(({ name, state, sentUTC, reason }) => {
      const text =
        sentUTC === null
          ? t(`reports-by-mail.mail.${state}`, { name })
          : t('reports-by-mail.mail.sent-at', { name, at: formatMoment(Date.parse(sentUTC), timeFormat) })
      return reason === null ? text : t('reports-by-mail.mail.reason', { text, reason })
    })
    .join('\n')
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return t('reports-by-mail.bytes', { bytes })
  return bytes < 1_000_000
    ? `${numberText(bytes / 1_000, { least: 1, most: 1 })} kB`
    : `${numberText(bytes / 1_000_000, { least: 1, most: 1 })} MB`
}

/** Only what was made and sent looks good. */
const RUN_SIGNS = { waiting: 'new', done: 'good', failed: 'failing', skipped: 'not-sent' } as const

/** The state of a report. */
export function stateText(
  { active, stopped, awaitsRecipients, unitInReach, nextUTC, last }: ReportSchedule,
  timeFormat: TimeFormat,
): { state: 'good' | 'new' | 'not-sent' | 'failing' | 'paused'; text: string } {
  if (!unitInReach)
    return {
      state: 'paused',
      text: [t('reports-by-mail.state.left'), ...(stopped === null ? [] : [stopped])].join(' '),
    }
  if (stopped !== null && awaitsRecipients)
    return { state: 'paused', text: t('reports-by-mail.state.awaits-recipients', { reason: stopped }) }
  if (stopped !== null && !active)
    return { state: 'failing', text: t('reports-by-mail.state.stopped', { reason: stopped }) }
  if (!active || nextUTC === null) return { state: 'paused', text: t('reports-by-mail.state.off') }
  const next = formatMoment(Date.parse(nextUTC), timeFormat)
  if (last === null) return { state: 'new', text: t('reports-by-mail.state.first', { next }) }
  const at = formatMoment(Date.parse(last.atUTC), timeFormat)
  const text = t('reports-by-mail.state.next', { next, at, state: last.state })
  return {
    state: RUN_SIGNS[last.state],
    text: last.note === null ? text : `${text} ${last.note}`,
  }
}
