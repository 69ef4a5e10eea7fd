import { RECENT_ACTIVITY_MINUTES } from '@fieldwatch/contract/units'

/** How the activity of a unit looks: `late` is any activity that is not Current. */
export type ActivityTone = 'current' | 'late' | 'none'

export interface Activity {
  readonly label: string
  readonly tone: ActivityTone
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago a unit was last heard of, in the words of the specification (document 1, section 4). */
export function activityOf(lastActivityUTC: string | null | undefined, now: number): Activity {
  if (lastActivityUTC === null || lastActivityUTC === undefined) return { label: 'no activity', tone: 'none' }
  const age = now - Date.parse(lastActivityUTC)
  if (age < RECENT_ACTIVITY_MINUTES * MINUTE_MS) return { label: 'Current', tone: 'current' }
  return { label: lateLabel(age) ?? lastActivityUTC, tone: 'late' }
}

function lateLabel(age: number): string | undefined {
  if (age < HOUR_MS) return ago(Math.round(age / MINUTE_MS / 5) * 5, 'minute')
  if (age < DAY_MS) return ago(Math.floor(age / HOUR_MS), 'hour')
  if (age < 8 * DAY_MS) return ago(Math.floor(age / DAY_MS), 'day')
  return undefined
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
