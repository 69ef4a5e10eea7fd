import { emptyMean, type HeldMean, holdValue, meanUntil } from '#records/store/held-mean.ts'

/** A period in which a condition held. Times are epoch milliseconds. */
export interface Occurrence {
  /** The time of the first record that satisfies. */
  readonly startAt: number
  /** The time of the first record that does not, or of the last one before a silence; undefined while it is ongoing. */
  readonly endAt: number | undefined
  /** The time of the last record that satisfies. */
  readonly lastAt: number
  /** One for each value of the event table. */
  readonly figures: readonly Figures[]
  /** One for each value, where some of them can be texts or booleans and these have been read. */
  readonly starts?: readonly StartValue[] | undefined
}

/** A value at the start of an occurrence: null for a number, which is among the figures, and for nothing. */
export type StartValue = string | boolean | null

/** What is known of one value over an occurrence; null where no record has a number. */
export interface Figures {
  /** At the start: of the own source in that record, of others the latest by then. */
  readonly start: number | null
  readonly least: number | null
  readonly greatest: number | null
  /** Each value weighs as much as the time for which it holds: until the next one, at most for the gap of the table. */
  readonly mean: number | null
}

/** Gathers the figures of one value while its records pass. */
export interface RunningFigures {
  start: number
  least: number
  greatest: number
  mean: HeldMean
}

/** A value of a record, which holds until the next one, at most for a gap. */
interface Held {
  readonly at: number
  readonly value: number
  readonly gapMs: number
}

/** From the value at the start, which is NaN where there is none. One of another source counts from then on. */
export function startFigures(held: Held): RunningFigures {
  const figures = { start: held.value, least: Infinity, greatest: -Infinity, mean: emptyMean() }
  addToFigures(figures, held)
  return figures
}

/** NaN adds nothing. */
export function addToFigures(figures: RunningFigures, { at, value, gapMs }: Held): void {
  if (Number.isNaN(value)) return
  figures.least = Math.min(figures.least, value)
  figures.greatest = Math.max(figures.greatest, value)
  holdValue(figures.mean, value, { at, to: at + gapMs })
}

/** The figures of an occurrence that is ongoing at a moment. */
export function figuresOf({ start, least, greatest, mean }: RunningFigures, until: number): Figures {
  const value = meanUntil(mean, until)
  if (value === null) return { start: null, least: null, greatest: null, mean: null }
  // Its last digit is rounded.
  const within = Math.min(Math.max(value, least), greatest)
  return { start: Number.isNaN(start) ? null : start, least, greatest, mean: within }
}
