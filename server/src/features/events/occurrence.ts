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
  readonly mean: number | null
}

/** Gathers the figures of one value while its records pass. */
export interface RunningFigures {
  start: number
  least: number
  greatest: number
  sum: number
  count: number
}

/** From the value at the start, which is NaN where there is none. */
export function startFigures(start: number): RunningFigures {
  const figures = { start, least: Infinity, greatest: -Infinity, sum: 0, count: 0 }
  addToFigures(figures, start)
  return figures
}

/** NaN adds nothing. */
export function addToFigures(figures: RunningFigures, value: number): void {
  if (Number.isNaN(value)) return
  figures.least = Math.min(figures.least, value)
  figures.greatest = Math.max(figures.greatest, value)
  figures.sum += value
  figures.count += 1
}

export function figuresOf({ start, least, greatest, sum, count }: RunningFigures): Figures {
  if (count === 0) return { start: null, least: null, greatest: null, mean: null }
  return { start: Number.isNaN(start) ? null : start, least, greatest, mean: sum / count }
}
