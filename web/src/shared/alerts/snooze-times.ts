import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { wallTimeOf } from '#shared/time-range/entered-moment.ts'
import { localTimeOf, skippedText } from '#shared/time-range/local-time.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** How long an alert is snoozed at a click. */
export const SNOOZES = [
  { value: '1', label: 'alerts.snooze.1-hour' },
  { value: '4', label: 'alerts.snooze.4-hours' },
  { value: '8', label: 'alerts.snooze.8-hours' },
  { value: '24', label: 'alerts.snooze.1-day' },
  { value: '168', label: 'alerts.snooze.1-week' },
] as const

/** In place of a length: until a moment that is entered. */
export const UNTIL = 'until'

/** What is entered: a length in hours, or `until` and a moment as `MomentField` writes it. */
interface SnoozeChoice {
  readonly choice: string
  readonly typed: string
}

type SnoozeEnd = { readonly at: number } | { readonly problem: string }

/** When a snooze ends, or why it cannot be said. */
export function snoozeEnd({ choice, typed }: SnoozeChoice, now: number, timeFormat: TimeFormat): SnoozeEnd {
  if (choice !== UNTIL) return { at: now + Number(choice) * HOUR_MS }
  const wall = wallTimeOf(typed)
  if (wall === undefined) return { problem: t('alerts.snooze.no-moment') }
  const moment = localTimeOf(wall)
  if (moment.kind === 'no-such-day') return { problem: t('alerts.snooze.no-day') }
  if (moment.kind === 'skipped') return { problem: skippedText(wall, moment, timeFormat) }
  return moment.at > now ? { at: moment.at } : { problem: t('alerts.snooze.past') }
}
