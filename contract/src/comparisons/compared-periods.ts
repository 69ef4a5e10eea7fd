import type { TimeRange } from '../time/times.ts'
import { createZoneClock, type ZoneClock } from '../time/time-zone.ts'
import { type Comparison, isComparedDay } from './comparison-names.ts'
import { DAY_MS, SECOND_MS } from '../time/durations.ts'

/** Which period another one is compared with, by the clocks and the calendar of a time zone. */

/** How far back the compared period is, on the clock or in the calendar. A later one has a negative number. */
type PeriodShift = { readonly wallMs: number } | { readonly months: number }

/** A part of a period and how many milliseconds later it is than what it is compared with. */
export interface Alignment extends TimeRange {
  readonly byMs: number
}

/** A period that keeps one distance from UTC: its clocks show `at + offset`. */
interface Piece extends TimeRange {
  readonly offset: number
}

const WEEK = 7 * DAY_MS

/**
 * How far back a period is compared. The previous one of whole months is as many months before; that of whole days begins at the same time
 * of day, although a day may have 23 or 25 hours.
 */
// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
export function shiftOf(comparison: Comparison, period: TimeRange, timeZone: string): PeriodShift {
  if (isComparedDay(comparison)) {
    const { from } = wallsOf(createZoneClock(timeZone), period)
    return { wallMs: Math.floor(from / DAY_MS) * DAY_MS - Date.parse(`${comparison}T00:00:00Z`) }
  }
  switch (comparison) {
    case 'previous':
      return previousShift(period, wallsOf(createZoneClock(timeZone), period))
    case 'last-week':
      return { wallMs: WEEK }
    case 'four-weeks-ago':
      return { wallMs: 4 * WEEK }
    case 'last-month':
      return { months: 1 }
    case 'last-year':
      return { months: 12 }
  }
}

function previousShift(period: TimeRange, walls: TimeRange): PeriodShift {
  const [first, last] = [monthOf(walls.from), monthOf(walls.to)]
  if (startOfMonth(first) === walls.from && startOfMonth(last) === walls.to) return { months: last - first }
  const elapsed = period.to - period.from
  return { wallMs: elapsed % DAY_MS === 0 ? elapsed : walls.to - walls.from }
}

/** The period that a range is compared with. It is empty where the other month does not have the dates. */
export function comparedRange(range: TimeRange, shift: PeriodShift, timeZone: string): TimeRange {
  const zone = createZoneClock(timeZone)
  const walls = wallsOf(zone, range)
  const from = momentAt(zone, movedBack(walls.from, shift))
  return { from, to: Math.max(from, momentAt(zone, movedBack(walls.to, shift))) }
}

/**
 * Where the compared period is drawn over a range: at the moments at which the clocks show the same. An hour that only the compared day has
 * is not drawn, of one that it has twice the first; an hour that the range has twice is compared with the same one twice.
 */
export function alignmentsOf(range: TimeRange, shift: PeriodShift, timeZone: string): Alignment[] {
  const zone = createZoneClock(timeZone)
  return piecesOf(zone, range).flatMap(({ offset, from, to }) =>
    calendarParts({ from: from + offset, to: to + offset }, shift).flatMap(({ back, ...walls }) =>
      alignPart(zone, { walls, back, offset }),
    ),
  )
}

interface Part {
  /** What the clocks of the range show. */
  readonly walls: TimeRange
  /** How much less those of the compared period show. */
  readonly back: number
  readonly offset: number
}

function alignPart(zone: ZoneClock, { walls, back, offset }: Part): Alignment[] {
  const alignments: Alignment[] = []
  let covered = walls.from - back
  for (const piece of piecesOf(zone, { from: covered - DAY_MS, to: walls.to - back + DAY_MS })) {
    const from = Math.max(covered, piece.from + piece.offset)
    const to = Math.min(walls.to - back, piece.to + piece.offset)
    if (from >= to) continue
    const toShown = back - offset
    alignments.push({ from: from + toShown, to: to + toShown, byMs: toShown + piece.offset })
    covered = to
  }
  return alignments
}

/** The parts of a period on the clock that are moved back alike. Dates that the other month does not have are left out. */
function calendarParts(walls: TimeRange, shift: PeriodShift): (TimeRange & { readonly back: number })[] {
  if ('wallMs' in shift) return [{ ...walls, back: shift.wallMs }]
  const parts: (TimeRange & { readonly back: number })[] = []
  for (let month = monthOf(walls.from); startOfMonth(month) < walls.to; month += 1) {
    const back = startOfMonth(month) - startOfMonth(month - shift.months)
    const from = Math.max(walls.from, startOfMonth(month))
    const to = Math.min(walls.to, startOfMonth(month + 1), startOfMonth(month - shift.months + 1) + back)
    if (from < to) parts.push({ from, to, back })
  }
  return parts
}

function movedBack(wall: number, shift: PeriodShift): number {
  if ('wallMs' in shift) return wall - shift.wallMs
  const month = monthOf(wall)
  const target = month - shift.months
  return Math.min(startOfMonth(target) + wall - startOfMonth(month), startOfMonth(target + 1))
}

/** The least and the greatest that the clocks show within a period. */
function wallsOf(zone: ZoneClock, period: TimeRange): TimeRange {
  const pieces = piecesOf(zone, period)
  return {
    from: Math.min(...pieces.map(({ from, offset }) => from + offset)),
    to: Math.max(...pieces.map(({ to, offset }) => to + offset)),
  }
}

/** The first moment at which the clocks show something, or at which they skip it. */
function momentAt(zone: ZoneClock, wall: number): number {
  const pieces = piecesOf(zone, { from: wall - DAY_MS, to: wall + DAY_MS })
  for (const { from, to, offset } of pieces) {
    if (wall < from + offset) return from
    if (wall < to + offset) return wall - offset
  }
  return wall - (pieces.at(-1)?.offset ?? 0)
}

/** Divides a period where the clocks are changed. */
function piecesOf(zone: ZoneClock, { from, to }: TimeRange): Piece[] {
  const offsetAt = (at: number): number => {
    const second = Math.floor(at / SECOND_MS) * SECOND_MS
    return zone.wallOf(second) - second
  }
  const pieces: Piece[] = []
  let start = from
  let offset = offsetAt(from)
  for (let at = from; at < to;) {
    const next = Math.min(at + WEEK, to)
    if (offsetAt(next - 1) === offset) {
      at = next
      continue
    }
    at = firstMoment((moment) => offsetAt(moment) !== offset, at, next - 1)
    pieces.push({ from: start, to: at, offset })
    start = at
    offset = offsetAt(at)
  }
  return [...pieces, { from: start, to, offset }]
}

/** The first moment, from one to another, at which something is so that is so from then on. At the last one it is. */
function firstMoment(isSo: (at: number) => boolean, first: number, last: number): number {
  let [before, after] = [first - 1, last]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isSo(middle)) after = middle
    else before = middle
  }
  return after
}

/** Months since 1970. */
function monthOf(wall: number): number {
  const date = new Date(wall)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

function startOfMonth(month: number): number {
  return Date.UTC(1970, month)
}
