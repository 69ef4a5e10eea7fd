import { numberText } from '@fieldwatch/contract/text/number-text'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { RAW_DATA } from '@fieldwatch/contract/events/report-names'
import type {
  ReportContent,
  ReportRhythm,
  ReportRun,
  ReportSchedule,
} from '@fieldwatch/contract/reports/report-schedules'
import { periodText } from '@fieldwatch/contract/reports/schedule-times'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

/** From Monday on. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** An hour of a day, as the person reads times. */
export function hourText(hour: number, timeFormat: TimeFormat): string {
  if (timeFormat === '24Hour') return `${String(hour).padStart(2, '0')}:00`
  return `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
}

/** A day of a month. */
export function monthDayText(day: number | 'last'): string {
  if (day === 'last') return 'the last day'
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th'
  return `the ${day}${ending}`
}

/** When a report is sent. */
export function rhythmText(rhythm: ReportRhythm, timeFormat: TimeFormat): string {
  const time = `at ${hourText(rhythm.hour, timeFormat)}, ${rhythm.timeZone}`
  if (rhythm.every === 'day') return `Every day ${time}`
  if (rhythm.every === 'week') return `Every ${WEEKDAYS[rhythm.weekday - 1] ?? ''} ${time}`
  return `On ${monthDayText(rhythm.day)} of each month ${time}`
}

/** What the file holds. */
export function contentText(content: ReportContent): string {
  if (content.kind === 'chart') return `Chart ${content.chart}`
  return content.report === RAW_DATA ? `Events ${content.event}` : `Events ${content.event}, report ${content.report}`
}

/** To whom it goes, as far as the person knows. */
export function recipientsText({ recipients, recipientCount, mine, editable }: ReportSchedule): string {
  if (recipientCount === 0) return 'Nobody gets it.'
  if (editable) return `To ${recipients.map(({ name }) => name).join(', ')}`
  const others = recipientCount - (mine ? 1 : 0)
  const rest = others === 1 ? '1 other person' : `${others} other people`
  if (!mine) return `To ${others === 1 ? '1 person' : `${others} people`}`
  return others === 0 ? 'To you' : `To you and ${rest}`
}

export const RUN_TEXT: Readonly<Record<ReportRun['state'], string>> = {
  waiting: 'Being written',
  done: 'Written',
  failed: 'Failed',
  skipped: 'Not sent',
}

/** What a run tells of. */
export function runPeriodText(rhythm: ReportRhythm, { fromUTC, toUTC }: ReportRun): string {
  return periodText(rhythm, { from: Date.parse(fromUTC), to: Date.parse(toUTC) })
}

/** What became of a run as a whole. */
export function runText({ state, rows, bytes, note, missed, asked }: ReportRun): string {
  const size = bytes === null || rows === null ? [] : [`${rowsText(rows)}, ${sizeText(bytes)}.`]
  return [
    `${RUN_TEXT[state]}${state === 'done' && size.length > 0 ? ':' : '.'}`,
    ...size,
    ...(asked ? ['Sent out of turn.'] : []),
    ...(missed === 0
      ? []
      : [`${missed} before it ${missed === 1 ? 'was' : 'were'} missed while the portal did not run.`]),
    ...(note === null ? [] : [note]),
  ].join(' ')
}

/** What became of the mail to each person. */
export function mailsText({ mails }: ReportRun, timeFormat: TimeFormat): string {
  return mails
    .map(({ name, state, sentUTC, reason }) => {
      const taken = sentUTC === null ? '' : ` ${formatMoment(Date.parse(sentUTC), timeFormat)}`
      const why = reason === null ? '' : `: ${reason}`
      return `${name}, ${MAIL_TEXT[state]}${taken}${why}`
    })
    .join('\n')
}

const MAIL_TEXT: Readonly<Record<ReportRun['mails'][number]['state'], string>> = {
  waiting: 'waiting for the mail server',
  sent: 'sent',
  failed: 'failed',
  withheld: 'not sent',
}

function rowsText(rows: number): string {
  return rows === 1 ? '1 row' : `${formatCount(rows)} rows`
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000
    ? `${numberText(bytes / 1_000, { least: 1, most: 1 })} kB`
    : `${numberText(bytes / 1_000_000, { least: 1, most: 1 })} MB`
}

/** How it stands with a report. */
export function stateText(
  { active, stopped, nextUTC, last }: ReportSchedule,
  timeFormat: TimeFormat,
): { state: 'good' | 'bad' | 'off'; text: string } {
  if (stopped !== null && !active)
    return { state: 'bad', text: `Switched off by the portal: ${stopped} Make a new one.` }
  if (!active || nextUTC === null) return { state: 'off', text: 'Switched off.' }
  const next = `Next ${formatMoment(Date.parse(nextUTC), timeFormat)}.`
  if (last === null) return { state: 'good', text: `${next} Nothing was sent yet.` }
  const before = `Last ${formatMoment(Date.parse(last.atUTC), timeFormat)}: ${RUN_TEXT[last.state].toLowerCase()}.`
  const note = last.note === null ? '' : ` ${last.note}`
  return { state: last.state === 'failed' ? 'bad' : 'good', text: `${next} ${before}${note}` }
}
