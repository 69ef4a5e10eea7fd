import type { ImportSettings, ImportTimeFormat } from '../contract/record-imports.ts'
import { courseOf, type Courses, keyOf, ONLY_SERIES } from './read-lines.ts'
import { createTimeReader, type TimeText } from './read-time.ts'
import type { SampleCell } from './look-at-cells.ts'

/** What the times of a file are as one format reads them. Times and steps are milliseconds. */
export interface TimeTally {
  /** Lines with a time that can be stored. */
  read: number
  /** Lines with a time, also one that cannot be stored. */
  parsed: number
  /** Of these, lines that do not fit when the day and the month change places, or in no other order for years first. */
  only: number
  least: number | null
  most: number | null
  shortest: number | null
  longest: number | null
  /** How often each step occurs; only the first ones are counted. */
  readonly steps: Record<string, number>
  doubled: number
  zoned: number
  refused: number
  readonly samples: SampleCell[]
  readonly courses: Courses
  /** The last time of each series. */
  readonly previous: Record<string, number>
}

function newTally(): TimeTally {
  return {
    read: 0,
    parsed: 0,
    only: 0,
    least: null,
    most: null,
    shortest: null,
    longest: null,
    steps: {},
    doubled: 0,
    zoned: 0,
    refused: 0,
    samples: [],
    courses: {},
    previous: {},
  }
}

export type TimeTallies = Partial<Record<ImportTimeFormat, TimeTally>>

const MOST_STEPS = 100
const MOST_SAMPLES = 5
/** Series whose steps are followed. */
const MOST_SERIES = 256

interface Reading extends Pick<ImportSettings['time'], 'zone' | 'doubled'> {
  readonly formats: readonly ImportTimeFormat[]
  readonly now: number
}

/** Makes what reads the time of each line in several formats, and counts into the tallies. */
export function createTimeCounter(tallies: TimeTallies, { formats, zone, doubled, now }: Reading) {
  const readers = formats.map((format) => {
    const tally = (tallies[format] ??= newTally())
    return { tally, read: createTimeReader({ format, zone, doubled }, now) }
  })
  const { dmy, mdy, ymd } = tallies
  return (text: TimeText, series: string, line: number): void => {
    const [days, months, years] = [dmy?.parsed, mdy?.parsed, ymd?.parsed]
    countReadings(text, series, line)
    const [isDay, isMonth] = [dmy?.parsed !== days, mdy?.parsed !== months]
    const isYear = ymd?.parsed !== years
    if (dmy !== undefined && isDay && !isMonth) dmy.only += 1
    else if (mdy !== undefined && isMonth && !isDay) mdy.only += 1
    else if (ymd !== undefined && isYear && !isDay) ymd.only += 1
  }

  function countReadings(text: TimeText, series: string, line: number): void {
    for (const { tally, read } of readers) {
      const isFollowed = tally.previous[keyOf(series)] !== undefined || Object.keys(tally.previous).length < MOST_SERIES
      const reading = read(text, courseOf(tally.courses, isFollowed ? series : ONLY_SERIES))
      if ('problem' in reading) {
        if (reading.isTime) tally.parsed += 1
        tally.refused += 1
        if (tally.samples.length < MOST_SAMPLES) tally.samples.push({ line, text: reading.problem })
        continue
      }
      tally.read += 1
      tally.parsed += 1
      if (reading.isDoubled) tally.doubled += 1
      if (reading.isZoned) tally.zoned += 1
      countTime(tally, reading.at)
      if (isFollowed) countStep(tally, reading.at, keyOf(series))
    }
  }
}

function countTime(tally: TimeTally, at: number): void {
  if (tally.least === null || at < tally.least) tally.least = at
  if (tally.most === null || at > tally.most) tally.most = at
}

function countStep(tally: TimeTally, at: number, series: string): void {
  const before = tally.previous[series]
  tally.previous[series] = at
  if (before === undefined || before === at) return
  const step = Math.abs(at - before)
  if (tally.shortest === null || step < tally.shortest) tally.shortest = step
  if (tally.longest === null || step > tally.longest) tally.longest = step
  const times = tally.steps[step]
  if (times !== undefined || Object.keys(tally.steps).length < MOST_STEPS) tally.steps[step] = (times ?? 0) + 1
}
