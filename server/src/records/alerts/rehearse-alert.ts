import { setImmediate } from 'node:timers/promises'
import type { AlertCondition } from '@fieldwatch/contract/alert-conditions'
import { type Rehearsal, REHEARSED_DAYS } from '@fieldwatch/contract/alert-rehearsal'
import { maySatisfy, satisfies } from '@fieldwatch/contract/conditions'
import type { DataId } from '@fieldwatch/contract/ids'
import type { NumberBlock, RecordReader } from '#records/store/record-reader.ts'
import type { PastEvent } from './count-messages.ts'
import { elapse, evaluate, type Evaluation, UNTRIGGERED, type ValueRule } from './evaluate-value.ts'
import { findNoData } from './find-no-data.ts'
import { describeUnit, type RehearsedUnit, summariseUnits } from './rehearsed-unit.ts'
import type { ListenedUnit } from './silence-store.ts'
import { valueRuleOf } from './unit-state.ts'

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
  readonly rule: ValueRule
  readonly events: PastEvent[]
  evaluation: Evaluation
}

async function findEvents(
  reader: RecordReader,
  key: number,
  from: number,
  { condition, clearLimit, forSeconds, now, signal }: AskedRehearsal,
): Promise<Found> {
  const rule = valueRuleOf({ ...condition, clearLimit, forSeconds })
  const scan: Scan = { rule, events: [], evaluation: UNTRIGGERED }
  // Whatever satisfies the condition satisfies the second limit too.
  const isCandidate = (least: number, greatest: number): boolean => maySatisfy(rule.clearBound, least, greatest)
  for await (const block of reader.readCandidates(key, { from, to: now, fields: [condition.field], isCandidate })) {
    signal.throwIfAborted()
    scanBlock(scan, block)
    if (scan.events.length >= MOST_EVENTS) return { events: scan.events, until: block.at.at(-1) ?? now }
  }
  const { change } = elapse(rule, scan.evaluation, now)
  if (change !== undefined) scan.events.push({ startAt: change.at, endAt: undefined, value: change.value })
  return { events: scan.events, until: undefined }
}

/** Most values change nothing, and are only compared. */
function scanBlock(scan: Scan, { at, columns }: NumberBlock): void {
  const { rule, events } = scan
  const values = columns[0] ?? new Float64Array(0)
  for (let index = 0; index < at.length; index += 1) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const { status, pending } = scan.evaluation
    if (
      pending === undefined &&
      satisfies(status === 'high' ? rule.clearBound : rule.bound, value) === (status === 'high')
    )
      continue
    const time = at[index] ?? 0
    const { after, changes } = evaluate(rule, scan.evaluation, { at: time, receivedAt: time, value })
    scan.evaluation = after
    for (const change of changes) {
      const last = events.at(-1)
      if (change.to === 'high') events.push({ startAt: change.at, endAt: undefined, value: change.value })
      else if (last !== undefined) events[events.length - 1] = { ...last, endAt: change.at }
    }
  }
}
