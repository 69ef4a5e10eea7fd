import type { AlertSchedule } from '@fieldwatch/contract/alerts/alert-schedule'
import { pageLocale } from '@fieldwatch/contract/text/text-locale'
import { t } from '../texts.ts'

/** When an alert on a place counts, as it is entered. */
export interface TimesForm {
  kind: 'always' | 'during' | 'by'
  /** From 1 for Monday to 7 for Sunday. */
  days: readonly number[]
  from: string
  to: string
  at: string
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

export const NO_TIMES: TimesForm = { kind: 'always', days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00', at: '07:00' }

export function timesOfSchedule(schedule: AlertSchedule | null): TimesForm {
  if (schedule === null) return NO_TIMES
  const { kind, days } = schedule
  return kind === 'by'
    ? { ...NO_TIMES, kind, days, at: schedule.at }
    : { ...NO_TIMES, kind, days, from: schedule.from, to: schedule.to }
}

/** Null: the alert always counts. */
export function scheduleOfTimes({ kind, days: chosen, from, to, at }: TimesForm): AlertSchedule | null {
  const days = [...chosen].toSorted((one, other) => one - other)
  if (kind === 'always') return null
  return kind === 'by' ? { kind, days, at } : { kind, days, from, to }
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** What is wrong with it; undefined when nothing is. */
export function timesProblem({ kind, days, from, to, at }: TimesForm): string | undefined {
  if (kind === 'always') return undefined
  if (days.length === 0) return t('alerts.problem.days')
  const times = kind === 'by' ? [at] : [from, to]
  return times.every((time) => TIME.test(time)) ? undefined : t('alerts.problem.time-of-day')
}

/** In few words: `Mon, Tue 20:00–06:00`, or `07:00 (Mon, Tue)`. */
export function scheduleText(schedule: AlertSchedule): string {
  const days = new Intl.ListFormat(pageLocale(), { style: 'narrow', type: 'unit' }).format(schedule.days.map(dayText))
  return schedule.kind === 'by'
    ? t('alerts.times.moment', { at: schedule.at, days })
    : t('alerts.times.range', { days, from: schedule.from, to: schedule.to })
}

/** The short name of a day. 1 January 2024 was a Monday. */
export function dayText(day: number): string {
  return new Intl.DateTimeFormat(pageLocale(), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))
}
