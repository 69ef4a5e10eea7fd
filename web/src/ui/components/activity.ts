import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { type DataDocument, RECENT_ACTIVITY_MINUTES } from '@fieldwatch/contract/units/units'
import { t } from '#platform/texts.ts'

/** `current` is green, `late` is red, `none` is grey; never without the label. */
export type ActivityKind = 'current' | 'late' | 'none'

export interface Activity {
  kind: ActivityKind
  label: string
}

/**
 * How long ago a unit was last active, in words (specification, document 1, section 4). A deactivated one is not expected to
 * send. `now` in epoch milliseconds.
 */
export function activityOf(
  { active, lastActivityUTC }: Pick<DataDocument, 'active' | 'lastActivityUTC'>,
  now: number,
): Activity {
  if (!active) return { kind: 'none', label: t('ui.activity.deactivated') }
  if (lastActivityUTC === null) return { kind: 'none', label: t('ui.activity.none') }
  const age = now - Date.parse(lastActivityUTC)
  if (age < RECENT_ACTIVITY_MINUTES * MINUTE_MS) return { kind: 'current', label: t('ui.activity.current') }
  return { kind: 'late', label: agoOf(age) }
}

function agoOf(age: number): string {
  const minutes = Math.round(age / MINUTE_MS / 5) * 5
  if (minutes < 60) return t('ui.activity.minutes', { count: minutes })
  // Rounds before choosing the unit, so that 59.7 minutes read as an hour.
  if (age < DAY_MS) return t('ui.activity.hours', { count: Math.max(1, Math.floor(age / HOUR_MS)) })
  return t('ui.activity.days', { count: Math.floor(age / DAY_MS) })
}
