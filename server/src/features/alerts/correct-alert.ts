import { correct, type JudgedHistory, type OpenCorrection } from '#records/conditions/correct-transitions.ts'
import type { ConditionState, Reading, Transition } from '#records/conditions/judge-reading.ts'
import { readReadings } from '#records/conditions/read-readings.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { AlertStateStore, ClaimedState } from './alert-state-store.ts'
import { blocksWithinTimes } from './within-times.ts'
import { conditionOf, type LastChange, lastChangeOf, statusOf, storedCondition, type UnitState } from './unit-state.ts'

export interface CorrectingWork {
  readonly reader: RecordReader
  readonly store: Pick<AlertStateStore, 'findChangeBefore' | 'listChangesFrom'>
  readonly now: number
  /** Ends a piece. */
  readonly isOver: () => boolean
}

/** What is known before the correction: the records of the step in their order are judged already. */
export interface JudgedInOrder {
  readonly claimed: ClaimedState
  readonly seen: UnitState
  readonly key: number | undefined
  readonly late: readonly Reading[]
  readonly state: ConditionState
  readonly transitions: readonly Transition[]
}

export interface CorrectedAlert {
  readonly state: UnitState
  /** The change of which people are notified. */
  readonly lastChange: LastChange | undefined
  /** Transitions found in this step that stay. */
  readonly kept: readonly Transition[]
  readonly added: readonly Transition[]
  /** Stored changes that were none. */
  readonly removed: readonly number[]
}

/** A change that is stored, or was found in this step. */
interface Known extends Transition {
  readonly id?: number
}

/** Judges a piece of the history again in which late records count. The records are those that are stored now. */
export async function correctAlert(
  work: CorrectingWork,
  judged: JudgedInOrder,
  open: OpenCorrection,
): Promise<CorrectedAlert> {
  const { seen, transitions } = judged
  const { lastAt = -Infinity } = seen
  const { added, removed, state, last, rest } = await correct(historyOf(work, judged, lastAt), open, work.isOver)
  const kept = transitions.filter((one) => !removed.some((gone) => gone === one))
  const changes = { kept, added, removed: removed.flatMap(({ id }) => id ?? []) }
  const correction = rest ?? (open.to > lastAt ? { from: lastAt + 1, to: open.to } : undefined)
  if (rest !== undefined) {
    return {
      state: { ...seen, ...storedCondition(judged.state, seen), correction },
      lastChange: lastChangeOf(transitions),
      ...changes,
    }
  }
  const evaluation = state ?? judged.state
  const heard = state !== undefined && open.to === lastAt ? evaluation : judged.state
  const newest = newestOf(last, kept.at(-1)) ?? undone(judged, open)
  const corrected = afterCorrection(work, judged, { evaluation, heard, last: newest, kept, added })
  return { state: { ...corrected.state, correction }, lastChange: corrected.lastChange, ...changes }
}

function historyOf(
  { reader, store }: CorrectingWork,
  { claimed, seen, key, transitions }: JudgedInOrder,
  lastAt: number,
): JudgedHistory<Known> {
  const condition = conditionOf(claimed)
  const { beginsAt, field } = claimed
  const { aheadUntil } = seen
  const isScheduled = claimed.schedule !== undefined
  return {
    condition,
    beginsAt,
    lastAt,
    read: (range, { everyNumber }) =>
      key === undefined
        ? NOTHING
        : blocksWithinTimes(
            claimed,
            readReadings(reader, {
              ...range,
              key,
              field,
              aheadUntil,
              // Of summaries no one knows which numbers are within the times.
              condition: everyNumber || isScheduled ? undefined : condition,
            }),
          ),
    findBefore: async (at) => transitions.findLast((one) => one.at < at) ?? (await store.findChangeBefore(seen, at)),
    listFrom: async (at, limit) => {
      const stored = await store.listChangesFrom(seen, at, limit)
      return stored.length === limit ? stored : [...stored, ...transitions.filter((one) => one.at >= at)]
    },
  }
}

const NOTHING: AsyncIterable<never> = {
  async *[Symbol.asyncIterator]() {},
}

function newestOf(one: Transition | undefined, other: Transition | undefined): Transition | undefined {
  return one === undefined || (other !== undefined && other.at > one.at) ? other : one
}

/** Nothing ever began: the late record says so. */
function undone({ seen, late }: JudgedInOrder, { from: at }: OpenCorrection): Transition {
  const value = late.find((one) => one.at === at)?.value ?? seen.lastValue ?? Number.NaN
  return { kind: 'ended', at, value }
}

interface Found {
  /** By the last record. */
  readonly evaluation: ConditionState
  /** By the records in their order alone; by all where the last record itself was replaced. */
  readonly heard: ConditionState
  readonly last: Transition
  readonly kept: readonly Transition[]
  readonly added: readonly Transition[]
}

/**
 * The state of an alert after its history was corrected, and the change of which people are notified: what the records in their order say, and
 * that an alarm is over. Of what only late records show there is no alarm.
 */
function afterCorrection(
  { now }: CorrectingWork,
  { claimed, seen }: JudgedInOrder,
  { evaluation, heard, last, kept, added }: Found,
): { state: UnitState; lastChange: LastChange | undefined } {
  const status = statusOf(evaluation.status === 'on')
  const { pending, heldAt, aside } = storedCondition(evaluation, seen)
  const { at, value } = last
  const isOther = status !== seen.status
  const state = {
    ...seen,
    heldAt,
    aside,
    // A condition that holds since before is counted from when it was found to.
    pending: pending && { ...pending, receivedAt: claimed.state.pending?.receivedAt ?? now },
    ...(!isOther && added.includes(last) ? { at, value } : {}),
  }
  const change = { to: status, at, value, count: Math.max(1, kept.length) }
  if (status === statusOf(heard.status === 'on') && (isOther || kept.length > 0)) return { state, lastChange: change }
  if (!isOther) return { state, lastChange: undefined }
  if (status === 'ok') return { state, lastChange: { ...change, count: 1 } }
  const changed = { ...state, status, at, value, changedAt: now, acknowledged: false }
  return { state: { ...changed, pace: { ...seen.pace, notified: 'high' } }, lastChange: undefined }
}
