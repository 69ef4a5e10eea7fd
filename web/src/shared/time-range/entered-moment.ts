import { type LocalTime, localTimeOf, type WallTime } from './local-time.ts'

const ENTERED = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/

/** A moment as a field of a date and a time has it, such as `2026-06-01T08:00`; undefined as long as it is not complete. */
export function wallTimeOf(entered: string): WallTime | undefined {
  const match = ENTERED.exec(entered)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = match.slice(1).map(Number)
  return { year, month, day, hours, minutes, seconds: 0 }
}

/** What that means in the zone of the browser. */
export function enteredMoment(entered: string): LocalTime | undefined {
  const wall = wallTimeOf(entered)
  return wall && localTimeOf(wall)
}

/** A moment as such a field has it. */
export function localMoment(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
