import { RECENT_ACTIVITY_MINUTES } from '@fieldwatch/contract/units'

/** `current` is green, `late` is red, `none` is grey; never without the label. */
export type ActivityKind = 'current' | 'late' | 'none'

export interface Activity {
  kind: ActivityKind
  label: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Older than this many days, the moment itself is shown. */
const DAYS_AGO_LIMIT = 8

/** How long ago a unit last spoke, in words (specification, document 1, section 4). `now` in epoch milliseconds. */
export function activityOf(lastActivityUtc: string | null, now: number): Activity {
  if (lastActivityUtc === null || lastActivityUtc === '') return { kind: 'none', label: 'no activity' }
  const age = now - Date.parse(lastActivityUtc)
  if (age < RECENT_ACTIVITY_MINUTES * MINUTE) return { kind: 'current', label: 'Current' }
  return { kind: 'late', label: agoOf(age) ?? lastActivityUtc }
}

function agoOf(age: number): string | undefined {
  const minutes = Math.round(age / MINUTE / 5) * 5
  if (minutes < 60) return `${minutes} minutes ago`
  // What rounds up to an hour reads as one.
  if (age < DAY) return counted(Math.max(1, Math.floor(age / HOUR)), 'hour')
  if (age < DAYS_AGO_LIMIT * DAY) return counted(Math.floor(age / DAY), 'day')
  return undefined
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
