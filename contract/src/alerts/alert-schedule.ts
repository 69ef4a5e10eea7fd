import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import { z } from 'zod'
import { createZoneClock } from '../time/time-zone.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'fields.time-of-day')

/** Days of the week, from 1 for Monday to 7 for Sunday. */
const Days = z
  .array(z.number().int().min(1).max(7))
  .min(1, 'fields.no-day')
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'fields.day-twice')

/** Only positions within these times count, which may pass midnight. */
export const DuringSchedule = z.strictObject({ kind: z.literal('during'), days: Days, from: TimeOfDay, to: TimeOfDay })
export type DuringSchedule = z.infer<typeof DuringSchedule>

/**
 * When an alert on a place counts, in its time zone. `by`: it is
 * triggered when the unit has not been in the place that day by then.
 */
export const AlertSchedule = z.discriminatedUnion('kind', [
  DuringSchedule,
  z.strictObject({ kind: z.literal('by'), days: Days, at: TimeOfDay }),
])
export type AlertSchedule = z.infer<typeof AlertSchedule>
export type BySchedule = Extract<AlertSchedule, { kind: 'by' }>

/** Tells whether moments are within the times of a schedule. */
export function createWindow({ days, from, to }: DuringSchedule, timeZone: string): (at: number) => boolean {
  const clock = createZoneClock(timeZone)
  const [begins, ends] = [timeOf(from), timeOf(to)]
  return (at) => {
    const wall = clock.wallOf(at)
    const [day, time] = [dayOf(wall), wall % DAY_MS]
    if (begins < ends) return days.includes(day) && time >= begins && time < ends
    // It passes midnight: what is early belongs to the day before.
    return (days.includes(day) && time >= begins) || (days.includes(before(day)) && time < ends)
  }
}

/** The deadlines of a schedule. Where the clocks are set forward over one, it is when they have been. */
export function createDeadlines({ days, at: text }: BySchedule, timeZone: string) {
  const clock = createZoneClock(timeZone)
  const on = (midnight: number): number => clock.momentOf(midnight + timeOf(text))
  const midnightOf = (at: number): number => {
    const wall = clock.wallOf(at)
    return wall - (wall % DAY_MS)
  }
  const find = (at: number, step: number, fits: (deadline: number) => boolean): number => {
    for (let midnight = midnightOf(at); ; midnight += step * DAY_MS)
      if (days.includes(dayOf(midnight)) && fits(on(midnight))) return on(midnight)
  }
  return {
    /** The first one after a moment. */
    after: (at: number): number => find(at, 1, (deadline) => deadline > at),
    /** The last one until a moment. */
    until: (at: number): number => find(at, -1, (deadline) => deadline <= at),
    /** When the day of a moment began. */
    dayOf: (at: number): number => clock.momentOf(midnightOf(at)),
  }
}

function timeOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}

/** 1 January 1970 was a Thursday. */
function dayOf(wall: number): number {
  return ((Math.floor(wall / DAY_MS) + 3) % 7) + 1
}

function before(day: number): number {
  return day === 1 ? 7 : day - 1
}
