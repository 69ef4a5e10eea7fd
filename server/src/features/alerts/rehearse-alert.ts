import { setImmediate } from 'node:timers/promises'
import type { AlertCondition } from '@fieldwatch/contract/alerts/alert-conditions'
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
import { conditionOf } from './unit-state.ts'

export interface AskedRehearsal {
  readonly units: readonly {
    readonly dataId: DataId
    /** The source; none: it has no such source. */
    readonly sources: ListenedUnit['sources']
    /** Null where it is not known. */
    readonly unitOfMeasure: string | null
  }[]
  readonly condition: AlertCondition
  readonly clearLimit: number | undefined
  readonly forSeconds: number
  readonly intervalMs: number
  readonly now: number
  readonly signal: AbortSignal
}

/** While one is read from the database, another is looked through. */
const UNITS_AT_ONCE = 2
const DAY_MS = 24 * 60 * 60_000
/** Of the drawing of a unit. */
const COLUMNS = 1_000
/** Of a unit that would have been triggered more often the rest is not looked at. */
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
  { dataId, sources, unitOfMeasure }: AskedRehearsal['units'][number],
  from: number,
  asked: AskedRehearsal,
): Promise<RehearsedUnit> {
  const { now, intervalMs, condition } = asked
  const key = sources[0]?.key
  const { events, until } = key === undefined ? NOTHING : await findEvents(reader, key, from, asked)
  return {
    ...describeUnit({ dataId, events, end: until ?? now, isCut: until !== undefined, intervalMs }),
    unitOfMeasure,
    silentSeconds: null,
    noData: await findNoData(reader, sources, { from, to: now, field: condition.field, now, width: COLUMNS }),
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
  { condition, clearLimit, forSeconds, now, signal }: AskedRehearsal,
): Promise<Found> {
  const rule = conditionOf({ ...condition, clearLimit, forSeconds })
  const scan: Scan = { rule, events: [], state: OFF }
  const isCandidate = (least: number, greatest: number): boolean => mayMatter(rule, least, greatest)
  for await (const block of reader.readCandidates(key, { from, to: now, fields: [condition.field], isCandidate })) {
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
