import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { formatClock, formatDay } from '@fieldwatch/contract/time/moment-text'

interface TimeSpan {
  readonly from: number
  readonly to: number
  /** The width of the plot, in pixels. */
  readonly width: number
}

/** How many pixels a label of a time axis takes: more with seconds, and with milliseconds. */
export function tickSpace({ from, to, width }: TimeSpan, timeFormat: TimeFormat): number {
  const stepMs = ((to - from) * SPACE) / Math.max(width, 1)
  const clock = stepMs < 1000 ? SPACE_WITH_MILLISECONDS : SPACE
  return stepMs < 60_000 && timeFormat === '12Hour' ? clock + SPACE_OF_HALF_DAY : clock
}

const SPACE = 70
const SPACE_WITH_MILLISECONDS = 96
/** For AM and PM. */
const SPACE_OF_HALF_DAY = 24

/**
 * The words under a time axis: the time of day, with seconds where ticks are closer than a minute and milliseconds where they are closer than
 * a second; the day where a day
 * begins and, if none does, at the first tick. Where ticks are of several years, the first of each shows its year.
 */
export function tickLabels(ticks: readonly number[], stepMs: number, timeFormat: TimeFormat): string[] {
  if (stepMs >= DAY_MS) return dayLabels(ticks)
  const begins = ticks.map((at) => isMidnight(at))
  const dayAt = begins.includes(true) ? begins : ticks.map((_at, index) => index === 0)
  return ticks.map((at, index) => {
    const clock = formatClock(at, { timeFormat, seconds: stepMs < 60_000, milliseconds: stepMs < 1000 })
    return dayAt[index] === true ? `${clock}\n${formatDay(at)}` : clock
  })
}

interface Room {
  /** Where the middle of each label is, in pixels from the left edge of the picture. */
  readonly places: readonly number[]
  /** The width of the picture. */
  readonly width: number
  /** The width of a line of text. */
  readonly measure: (line: string) => number
}

/** The labels, empty where a part of one would be beyond the right edge of the picture. */
export function labelsThatFit(labels: readonly string[], { places, width, measure }: Room): string[] {
  return labels.map((label, index) => {
    const half = Math.max(...label.split('\n').map(measure)) / 2
    return (places[index] ?? 0) + half <= width ? label : ''
  })
}

function dayLabels(ticks: readonly number[]): string[] {
  const years = ticks.map((at) => new Date(at).getFullYear())
  const severalYears = years[0] !== years.at(-1)
  return ticks.map((at, index) =>
    severalYears && years[index] !== years[index - 1] ? `${formatDay(at)}\n${years[index]}` : formatDay(at),
  )
}

function isMidnight(at: number): boolean {
  const date = new Date(at)
  return date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
}
