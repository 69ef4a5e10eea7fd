import {
  forgets,
  judge,
  type Condition,
  type ConditionState,
  type Transition,
} from '#records/conditions/judge-reading.ts'
import { locate, type Located } from '#records/places/position-accuracy.ts'
import { emptyMean } from '#records/store/held-mean.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'
import { addToFigures, figuresOf, startFigures, type Occurrence, type RunningFigures } from './occurrence.ts'
import { needsBlock, nextBlock, timeOf, type Reading } from '#records/store/number-reading.ts'
import { metresBetween, vectorOf, type Vector } from '@fieldwatch/contract/places/sphere'

/** What makes an occurrence. */
export interface OccurrenceRule {
  readonly condition: Condition
  /** For each column of the own source behind the first one, which is compared, its place among the values. */
  readonly places: readonly number[]
  /** Only for a condition on places: the value that gets the distance, and the first column of `POSITION_FIELDS`. */
  readonly distance?: { readonly place: number; readonly column: number; readonly usual: number }
}

/** The records of another source. */
export interface OtherRecords {
  readonly places: readonly number[]
  readonly reading: Reading
}

/** Where a scan is: enough to continue with the next records. */
export interface ScanState {
  /** The state of the condition after the last record. */
  condition: ConditionState
  /** The ongoing occurrence. */
  open: OpenOccurrence | undefined
  /** The latest number of each value of other sources; NaN for none. */
  readonly latest: number[]
}

export interface OpenOccurrence {
  readonly startAt: number
  lastAt: number
  readonly figures: readonly RunningFigures[]
  /** Only for a condition on places: how far the unit went. */
  readonly way?: Way | undefined
  /** As in `Occurrence`. */
  readonly starts?: Occurrence['starts']
}

export interface Scan {
  readonly rule: OccurrenceRule
  readonly state: ScanState
  readonly others: readonly OtherRecords[]
  readonly found: (occurrence: Occurrence) => void
}

/** Where a scan stops: at a record after which nothing depends on what was before. */
export interface ScanEnd {
  /** Records from this moment on are what they were: at the first of them that allows it, all is found. */
  readonly behind: number
  /** Its time is over: it stops earlier, but always before `behind` is reached, so that a rest is left to look for. */
  readonly isOver: boolean
}

/** Never stops. */
export const TO_THE_END: ScanEnd = { behind: Infinity, isOver: false }

/**
 * Lets records of the own source pass, in the order of time, with those of the others until then. A record without a number to
 * compare is not looked at. Returns the moment up to which all is found (itself not included); undefined when it did not stop.
 */
export async function scanBlock(scan: Scan, own: NumberBlock, end: ScanEnd): Promise<number | undefined> {
  const { rule, state } = scan
  const [compared = new Float64Array(0)] = own.columns
  const transitions: Transition[] = []
  for (let index = 0; index < own.at.length; index += 1) {
    const at = own.at[index] ?? 0
    const value = compared[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    transitions.length = 0
    const { open } = state
    state.condition = judge(rule.condition, state.condition, { at, receivedAt: at, value }, transitions)
    const [first] = transitions
    // A silence was before the record: those of other sources since then do not count.
    if (open !== undefined && first?.kind === 'ended' && first.at < at) close(scan, open, first.at)
    const isOn = state.condition.status === 'on'
    if (state.open === undefined && !isOn) {
      if (mayStop(end, at) && forgets(rule.condition, value)) return at + 1
      continue
    }
    const before = isOn ? at + 1 : at
    // Most records need none of the others: to wait for each would take longer than all the rest.
    if (hasBefore(scan.others, before)) await passOthers(scan, before, state.open)
    if (state.open === undefined) state.open = begin(scan, own, index)
    else if (isOn) carryOn(rule, state.open, own, index)
    else close(scan, state.open, at)
  }
  return undefined
}

/** The last moment before `behind` is no place to stop: its record may be a late one, and what is behind it is then not found yet. */
function mayStop({ behind, isOver }: ScanEnd, at: number): boolean {
  return at >= behind || (isOver && at + 1 < behind)
}

/** The ongoing occurrence, as it is by now. */
export function occurrenceOf({ startAt, lastAt, figures, starts }: OpenOccurrence, endAt?: number): Occurrence {
  const until = endAt ?? lastAt
  const known = figures.map((one) => figuresOf(one, until))
  return { startAt, endAt, lastAt, figures: known, ...(starts === undefined ? {} : { starts }) }
}

function begin({ rule, state }: Scan, own: NumberBlock, index: number): OpenOccurrence {
  const starts = [...state.latest]
  for (const [column, place] of rule.places.entries()) starts[place] = valueAt(own, column, index)
  const at = own.at[index] ?? 0
  const { gapMs } = rule.condition
  const figures = starts.map((value) => startFigures({ at, value, gapMs }))
  if (rule.distance === undefined) return { startAt: at, lastAt: at, figures }
  const way = startWay(positionAt(own, rule.distance, index))
  noteDistance(figures[rule.distance.place], way)
  return { startAt: at, lastAt: at, figures, way }
}

function carryOn(
  { places, distance, condition: { gapMs } }: OccurrenceRule,
  open: OpenOccurrence,
  own: NumberBlock,
  index: number,
): void {
  const at = own.at[index] ?? 0
  open.lastAt = at
  if (distance !== undefined && open.way !== undefined) {
    goOn(open.way, positionAt(own, distance, index))
    noteDistance(open.figures[distance.place], open.way)
  }
  for (let column = 0; column < places.length; column += 1) {
    const figures = open.figures[places[column] ?? 0]
    if (figures !== undefined) addToFigures(figures, { at, value: valueAt(own, column, index), gapMs })
  }
}

function close({ state, found }: Scan, open: OpenOccurrence, endAt: number): void {
  found(occurrenceOf(open, endAt))
  state.open = undefined
}

function hasBefore(others: readonly OtherRecords[], before: number): boolean {
  for (const { reading } of others) if (needsBlock(reading) || timeOf(reading) < before) return true
  return false
}

/** Lets the records of the other sources before a moment pass. */
async function passOthers(
  { rule, state, others }: Scan,
  before: number,
  open: OpenOccurrence | undefined,
): Promise<void> {
  const { gapMs } = rule.condition
  for (const { places, reading } of others) {
    while (true) {
      if (needsBlock(reading)) await nextBlock(reading)
      const at = timeOf(reading)
      if (at >= before) break
      for (const [column, place] of places.entries()) {
        const value = reading.block.columns[column]?.[reading.index] ?? Number.NaN
        if (Number.isNaN(value)) continue
        state.latest[place] = value
        const figures = open?.figures[place]
        if (figures !== undefined) addToFigures(figures, { at, value, gapMs })
      }
      reading.index += 1
    }
  }
}

function positionAt(
  { columns }: NumberBlock,
  { column, usual }: NonNullable<OccurrenceRule['distance']>,
  index: number,
): Located | undefined {
  const numberAt = (place: number): number => columns[column + place]?.[index] ?? Number.NaN
  const [accuracy, hdop, satellites] = [numberAt(2), numberAt(3), numberAt(4)]
  return locate(numberAt(0), numberAt(1), { accuracy, hdop, satellites, usual })
}

/** The distance so far, in whole metres, is what is known of its value. */
function noteDistance(figures: RunningFigures | undefined, way: Way): void {
  if (figures === undefined) return
  const metres = Math.round(way.metres)
  figures.start = metres
  figures.least = metres
  figures.greatest = metres
  figures.mean = { ...emptyMean(), held: metres }
}

function valueAt({ columns }: NumberBlock, column: number, index: number): number {
  return columns[column + 1]?.[index] ?? Number.NaN
}

/** How far a unit went, from position to position. */
interface Way {
  /** The last position that counted. */
  last: Vector | undefined
  metres: number
}

/** A shorter step may be the noise of a unit that stands still. */
const LEAST_STEP = 50
/** The same in multiples of the accuracy. */
const LEAST_ACCURACIES = 3

function startWay(located: Located | undefined): Way {
  return { last: located && vectorOf([located.longitude, located.latitude]), metres: 0 }
}

/** Takes the next position. */
function goOn(way: Way, located: Located | undefined): void {
  if (located === undefined) return
  const next = vectorOf([located.longitude, located.latitude])
  const step = way.last === undefined ? Infinity : metresBetween(way.last, next)
  if (step < Math.max(LEAST_STEP, LEAST_ACCURACIES * located.accuracy)) return
  if (way.last !== undefined) way.metres += step
  way.last = next
}
