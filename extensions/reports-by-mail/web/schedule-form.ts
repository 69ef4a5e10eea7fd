import { formatWeekday } from '@fieldwatch/contract/time/moment-text'
import type { NamedComparison } from '@fieldwatch/contract/comparisons/comparison-names'
import type { DataId, UserId } from '@fieldwatch/contract/api/ids'
import {
  type AttachedFormat,
  formatsOf,
  type ReportContent,
  type ReportRhythm,
  ScheduleDraft,
} from '../contract/report-schedules.ts'
import { nextDue, periodBefore, periodText } from '../contract/schedule-times.ts'
import { formErrors } from '@fieldwatch/web/ui/components/form-errors.ts'
import { t } from './texts.ts'

export interface ScheduleValues {
  name: string
  every: ReportRhythm['every']
  /** Numbers as the fields have them. */
  weekday: string
  day: string
  hour: string
  timeZone: string
  units: NonNullable<ReportContent['units']>
  formats: AttachedFormat[]
  /** Only for a chart: what its figures are compared with; empty for nothing. */
  compareWith: NamedComparison | ''
  /** Mail and file list the notes of the period. */
  notes: boolean
  recipients: string[]
}

interface Opened {
  readonly name: string
  readonly rhythm: ReportRhythm
  readonly content: ReportContent
  readonly recipients: readonly string[]
}

export function valuesOf({ name, rhythm, content, recipients }: Opened): ScheduleValues {
  return {
    name,
    every: rhythm.every,
    weekday: rhythm.every === 'week' ? String(rhythm.weekday) : '1',
    day: rhythm.every === 'month' ? String(rhythm.day) : '1',
    hour: String(rhythm.hour),
    timeZone: rhythm.timeZone,
    units: content.units ?? 'sent',
    formats: [...formatsOf(content)],
    compareWith: content.kind === 'chart' ? (content.compareWith ?? '') : '',
    notes: content.notes === true,
    recipients: [...recipients],
  }
}

export function rhythmOf({ every, weekday, day, hour, timeZone }: ScheduleValues): ReportRhythm {
  const at = { hour: Number(hour), timeZone }
  if (every === 'day') return { every, ...at }
  if (every === 'week') return { every, weekday: Number(weekday), ...at }
  return { every, day: day === 'last' ? 'last' : Number(day), ...at }
}

/** With the files, the units of measure, the notes and the comparison that were chosen. */
export function contentOf(
  { formats, units, notes, compareWith }: ScheduleValues,
  content: ReportContent,
): ReportContent {
  const { notes: _listed, ...bare } = content
  const formatted = { ...bare, formats: [...formats] }
  const noted = notes ? { ...formatted, notes } : formatted
  const measured = units === (content.units ?? 'sent') ? noted : { ...noted, units }
  if (measured.kind === 'events') return measured
  const { compareWith: _before, ...plain } = measured
  return compareWith === '' ? plain : { ...plain, compareWith }
}

interface About {
  readonly dataId: DataId
  readonly content: ReportContent
}

export function draftOf(values: ScheduleValues, { dataId, content }: About): ScheduleDraft {
  // They come from the list of users.
  const recipients = values.recipients as UserId[]
  return {
    dataID: dataId,
    name: values.name,
    content: contentOf(values, content),
    rhythm: rhythmOf(values),
    recipients,
  }
}

/** What is wrong, by field. */
export function problemsOf(values: ScheduleValues, about: About): Record<string, string> {
  const { 'content.formats': formats, ...others } = formErrors(ScheduleDraft.safeParse(draftOf(values, about)))
  return formats === undefined ? others : { ...others, formats }
}

/** When the first one is due and which period it covers; undefined for a time zone that is not known. */
export function firstText(values: ScheduleValues, now: number): string | undefined {
  const rhythm = rhythmOf(values)
  try {
    const due = nextDue(rhythm, now)
    const moment = formatWeekday(due, { timeZone: rhythm.timeZone })
    return t('reports-by-mail.dialog.next', {
      date: moment,
      period: periodText(rhythm, periodBefore(rhythm, due)),
    })
  } catch {
    return undefined
  }
}

/** All time zones that the browser knows, with `own`. */
export function timeZones(own: string): string[] {
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}
