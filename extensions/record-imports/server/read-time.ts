import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { say } from './say.ts'
import { MAX_FUTURE_HOURS } from '@fieldwatch/contract/time/future-times'
import { createLocalMoments } from '@fieldwatch/contract/time/local-moments'
import type { ImportSettings } from '../contract/record-imports.ts'
import { isKnownTime } from '@fieldwatch/contract/time/times'
import { parseTime, type Wall } from './parse-time.ts'
import { shownCell } from './shown-cell.ts'

/** The moment of a line. */
export interface ReadTime {
  readonly at: number
  /** Clocks show it twice. */
  readonly isDoubled: boolean
  /** It has a zone of its own. */
  readonly isZoned: boolean
}

/** The moment of a line, or why it has none; `isTime`: it is a time, but cannot be stored. */
export type TimeReading = ReadTime | { readonly problem: string; readonly isTime: boolean }

/** Which way the times of a series go; it decides about times that clocks show twice. */
export interface Course {
  previous: number | undefined
  isDescending: boolean
  /** A time came twice where clocks do not repeat it, as with several lines a minute. */
  hasEqual: boolean
}

export function newCourse(): Course {
  return { previous: undefined, isDescending: false, hasEqual: false }
}

type Options = Pick<ImportSettings['time'], 'format' | 'zone' | 'doubled'>

/** Where the time of a line is. */
export interface TimeText {
  readonly date: string
  readonly clock: string | undefined
}

export type TimeReader = (text: TimeText, course: Course) => TimeReading

/**
 * Makes what reads the times of a file line by line.
 * @throws RangeError for a time zone that is not known
 */
export function createTimeReader({ format, zone, doubled }: Options, now: number): TimeReader {
  const momentsOf = createLocalMoments(zone)
  const latest = now + MAX_FUTURE_HOURS * HOUR_MS
  return read

  function read({ date, clock }: TimeText, course: Course): TimeReading {
    const trimmed = date.trim()
    if (trimmed === '') return { problem: say('record-imports.refused.no-time'), isTime: false }
    const text = clock === undefined ? trimmed : `${trimmed} ${clock.trim()}`
    const read = format === null ? undefined : parseTime(trimmed, format, clock?.trim())
    if (read === undefined)
      return { problem: say('record-imports.refused.time-format', { text: shownCell(text) }), isTime: false }
    const found = typeof read === 'number' ? { at: read, isDoubled: false, isZoned: true } : choose(read, course)
    if (found === undefined)
      return { problem: say('record-imports.refused.time-skipped', { zone, text: shownCell(text) }), isTime: true }
    if (!isKnownTime(found.at))
      return { problem: say('record-imports.refused.time-range', { text: shownCell(text) }), isTime: true }
    if (found.at > latest)
      return { problem: say('record-imports.refused.time-future', { text: shownCell(text) }), isTime: true }
    if (!found.isDoubled && course.previous !== undefined) {
      if (found.at === course.previous) course.hasEqual = true
      else course.isDescending = found.at < course.previous
    }
    course.previous = found.at
    return found
  }

  function choose({ wall }: Wall, course: Course): ReadTime | undefined {
    const [earlier, later] = momentsOf(wall)
    if (earlier === undefined) return undefined
    if (later === undefined) return { at: earlier, isDoubled: false, isZoned: false }
    const isLater = doubled === 'in-order' ? isSecond(earlier, later, course) : doubled === 'later'
    return { at: isLater ? later : earlier, isDoubled: true, isZoned: false }
  }
}

/**
 * Whether a time is the later of two moments, as the times of the series go. The same time again is the other pass, unless the series
 * repeats times anyway.
 */
function isSecond(earlier: number, later: number, course: Course): boolean {
  const { previous, hasEqual } = course
  if (previous === undefined) return false
  if (later < previous) course.isDescending = true
  if (earlier > previous) course.isDescending = false
  if (course.isDescending) return hasEqual ? later <= previous : later < previous
  return hasEqual ? earlier < previous : earlier <= previous
}
