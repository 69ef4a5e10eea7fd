import { emptyMean, type HeldMean, holdValue } from '#records/store/held-mean.ts'
import type { Vector } from '@fieldwatch/contract/places/sphere'

/** Where a unit is between its stops and trips. Plain data: it is stored as JSON, so that late records can be judged from there on. */
export interface JourneyState {
  /** The last position that counted. */
  last: Point | undefined
  /** Positions that no vehicle can have reached: wild ones, or the first ones after a unit was carried away. */
  suspect: Suspect | undefined
  /** Where it stands; also while it has left that, and not yet by far enough. */
  stand: Stand | undefined
  /** How it left where it stood: a trip once it got far enough. */
  leg: Leg | undefined
  /** The latest number of each value, and of the ignition behind them; null for none. */
  readonly latest: Latest[]
}

/** A number of another source, and its time. */
export type Latest = readonly [value: number, at: number] | null

export interface Point {
  readonly at: number
  readonly vector: Vector
}

/** A position with what its record says besides. */
export interface Fix extends Point {
  /** Metres. */
  readonly accuracy: number
  /** Metres a second; null where it is not known. */
  readonly speed: number | null
  /** The unit does not drive by itself. */
  readonly isOff: boolean
  /** The values in its record, by their places; null for none. */
  readonly values: readonly (number | null)[]
  /** The same with the latest ones of other sources. */
  readonly starts: readonly (number | null)[]
}

interface Suspect {
  readonly first: Fix
  last: Point
  count: number
}

export interface Stand {
  readonly since: number
  anchor: Vector
  /** The time of the last position there. */
  lastAt: number
  /** Each value in that record. */
  starts: readonly (number | null)[]
  figures: Figure[]
}

export interface Leg {
  readonly startAt: number
  readonly from: Vector
  /** It got far enough. */
  isTrip: boolean
  /** Positions in it. */
  count: number
  sums: Sums
  pause: Pause
}

/** Where a unit may have arrived. */
export interface Pause {
  readonly at: number
  /** The middle of its positions. */
  middle: Vector
  /** Without ignition it lasts wherever the unit is carried. */
  readonly isOff: boolean
  count: number
  lastAt: number
  /** For how long of it the unit did not move. */
  stoodMs: number
  /** What the trip is if it ends here. */
  before: Sums
  figures: Figure[]
  starts: readonly (number | null)[]
  /** The first position outside: of one alone no one knows whether it is wild. */
  out: { readonly fix: Fix; readonly before: Sums } | undefined
}

/** What a trip adds up. */
export interface Sums {
  /** The time of the last record. */
  lastAt: number
  metres: number
  /** From where the next metres are counted. */
  counted: Vector
  /** Metres a second; null where it is not known. */
  top: number | null
  /** From where the next speed is measured. */
  clocked: Point
  pauses: number
  pausedMs: number
  figures: Figure[]
}

/** Figures of one value; null where no record has a number. */
export interface Figure {
  readonly start: number | null
  readonly least: number | null
  readonly greatest: number | null
  readonly mean: HeldMean
}

/** A trip or a stop, as it is known. */
export interface Journey {
  readonly kind: 'trips' | 'stops'
  readonly startAt: number
  readonly endAt: number | undefined
  readonly lastAt: number
  readonly from: Vector
  readonly to: Vector
  readonly figures: readonly Figure[]
  /** Only for a trip. */
  readonly sums: Sums | undefined
}

export function newJourneyState(values: number): JourneyState {
  const latest = Array.from({ length: values + 1 }, (): Latest => null)
  return { last: undefined, suspect: undefined, stand: undefined, leg: undefined, latest }
}

/** A number of a record, which holds until the next one, at most for a time. Null: the record has none. */
export interface Held {
  readonly at: number
  readonly value: number | null
  readonly holdMs: number
}

export function startFigure(held: Held): Figure {
  return addToFigure({ start: held.value, least: null, greatest: null, mean: emptyMean() }, held)
}

export function addToFigure(figure: Figure, { at, value, holdMs }: Held): Figure {
  if (value === null) return figure
  const { start, least, greatest } = figure
  const mean = { ...figure.mean }
  holdValue(mean, value, { at, to: at + holdMs })
  return {
    start,
    least: least === null ? value : Math.min(least, value),
    greatest: greatest === null ? value : Math.max(greatest, value),
    mean,
  }
}

/** With the values of a record. */
export function addToAll(
  figures: readonly Figure[],
  { at, values }: Pick<Fix, 'at' | 'values'>,
  holdMs: number,
): Figure[] {
  return figures.map((figure, place) => addToFigure(figure, { at, value: values[place] ?? null, holdMs }))
}

export function startAll(starts: readonly (number | null)[], at: number, holdMs: number): Figure[] {
  return starts.map((value) => startFigure({ at, value, holdMs }))
}

/** What is remembered of a table of trips between steps. */
export interface JourneyMemory {
  readonly state: JourneyState
  /** Own records since the last checkpoint. */
  readonly count: number
}
