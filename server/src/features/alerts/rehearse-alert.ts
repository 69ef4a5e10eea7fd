import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { setImmediate } from 'node:timers/promises'
import { type Rehearsal, REHEARSED_DAYS } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { DataId } from '@fieldwatch/contract/api/ids'
import {
  type Condition,
  type ConditionState,
  elapse,
  judge,
  mayMatter,
  OFF,
  type Transition,
} from '#records/conditions/judge-reading.ts'
import type { NumberBlock, RecordReader } from '#records/store/record-reader.ts'
import type { PastEvent } from './count-messages.ts'
import { findNoData } from './find-no-data.ts'
import { describeUnit, type RehearsedUnit, summariseUnits } from './rehearsed-unit.ts'
import type { ListenedUnit } from './silence-store.ts'
import { type Awaited, findMissedArrivals } from './rehearse-arrivals.ts'
import { blocksWithinTimes, type Scheduled } from './within-times.ts'

/** What is tried out on one unit. */
export interface RehearsedValue {
  readonly dataId: DataId
  /** The source; none: it has no such source. */
  readonly sources: ListenedUnit['sources']
  readonly field: string
  readonly rule: Condition
  /** Left out: it counts at all times. */
  readonly times?: Scheduled
  /** By when units are to be in a place. */
  readonly awaited?: Awaited
  /** Only for an event table: what was before is not looked at. */
  readonly startAt: number | undefined
  /** What the event table finds; null for a value. */
  readonly comparison: string | null
  /** Null where it is not known. */
  readonly unitOfMeasure: string | null
}

export interface AskedRehearsal {
  readonly units: readonly RehearsedValue[]
  readonly intervalMs: number
  readonly now: number
  readonly signal: AbortSignal
}

/** While one is read from the database, another is looked through. */
const UNITS_AT_ONCE = 2
/** The width of the drawing of a unit, in columns. */
const COLUMNS = 1_000
/** The most times that one unit would have been triggered: the rest is not looked at. */
const MOST_EVENTS = 50_000

/** When a condition would have been triggered over the last days. Chunks whose summary rules it out are not decoded. */
export async function rehearseAlert(reader: RecordReader, asked: AskedRehearsal): Promise<Rehearsal> {
  const { units, now } = asked
  const from = now - REHEARSED_DAYS * DAY_MS
  const found: RehearsedUnit[] = []
  const queue = units.entries()
  const work = async (): Promise<void> => {
    for (const [place, unit] of queue) {
      found[place] = await rehearseUnit(reader, unit, from, asked)
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: UNITS_AT_ONCE }, work))
  return summariseUnits(found, { from, to: now })
}

async function rehearseUnit(
  reader: RecordReader,
  unit: RehearsedValue,
  from: number,
  asked: AskedRehearsal,
): Promise<RehearsedUnit> {
  const { dataId, sources, field, rule, comparison, unitOfMeasure } = unit
  const { now, intervalMs } = asked
  const key = sources[0]?.key
  const { events, until } = key === undefined ? NOTHING : await findEvents(reader, key, from, { ...asked, unit })
  return {
    ...describeUnit({ dataId, events, end: until ?? now, isCut: until !== undefined, intervalMs }),
    comparison,
    unitOfMeasure,
    silentSeconds: null,
    noData: await findNoData(reader, sources, { from, to: now, field, now, width: COLUMNS, gapMs: rule.gapMs }),
  }
}

interface Found {
  readonly events: readonly PastEvent[]
  /** Where the search ended, because there were too many. */
  readonly until: number | undefined
}

const NOTHING: Found = { events: [], until: undefined }

interface Scan {
  readonly rule: Condition
  readonly events: PastEvent[]
  state: ConditionState
}

async function findEvents(
  reader: RecordReader,
  key: number,
  from: number,
  { unit: { field, rule, startAt, times, awaited }, now, signal }: AskedRehearsal & { readonly unit: RehearsedValue },
): Promise<Found> {
  const range = { from: Math.min(now, Math.max(from, startAt ?? from)), to: now }
  if (awaited !== undefined) {
    // A unit may be parked there since before.
    const earlier = { from: Math.min(now, Math.max(from - rule.gapMs, startAt ?? -Infinity)), to: now }
    const all = reader.readCandidates(key, { ...earlier, fields: [field], isCandidate: () => true })
    return { events: await findMissedArrivals({ ...awaited, rule, from: range.from, now }, all), until: undefined }
  }
  const scan: Scan = { rule, events: [], state: OFF }
  // Values at other times end the condition, whatever they are.
  const isCandidate = (least: number, greatest: number): boolean =>
    times !== undefined || mayMatter(rule, least, greatest)
  const blocks = reader.readCandidates(key, { ...range, fields: [field], isCandidate })
  for await (const block of times === undefined ? blocks : blocksWithinTimes(times, blocks)) {
    signal.throwIfAborted()
    scanBlock(scan, block)
    if (scan.events.length >= MOST_EVENTS) return { events: scan.events, until: block.at.at(-1) ?? now }
  }
  const { transition } = elapse(rule, scan.state, now)
  addEvents(scan.events, transition === undefined ? [] : [transition])
  return { events: scan.events, until: undefined }
}

function scanBlock(scan: Scan, { at: times, columns }: NumberBlock): void {
  const values = columns[0] ?? new Float64Array(0)
  const transitions: Transition[] = []
  for (const [index, at] of times.entries()) {
    const value = values[index] ?? Number.NaN
    if (!Number.isNaN(value)) scan.state = judge(scan.rule, scan.state, { at, receivedAt: at, value }, transitions)
  }
  addEvents(scan.events, transitions)
}

function addEvents(events: PastEvent[], transitions: readonly Transition[]): void {
  for (const { kind, at, value } of transitions) {
    const last = events.at(-1)
    if (kind === 'began') events.push({ startAt: at, endAt: undefined, value })
    else if (last !== undefined) events[events.length - 1] = { ...last, endAt: at }
  }
}
