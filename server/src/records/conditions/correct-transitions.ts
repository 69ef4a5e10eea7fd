import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { NumberBlock } from '#records/store/record-reader.ts'
import {
  type Condition,
  type ConditionState,
  elapse,
  forgets,
  isSilence,
  judge,
  OFF,
  type Transition,
} from './judge-reading.ts'

/** What late records are compared with: what is stored now, and what was found before. */
export interface JudgedHistory<Known extends Transition> {
  readonly condition: Condition
  /** What was before is not looked at. */
  readonly beginsAt: number
  /** The time of the last reading that was judged in order, or until when the clock let time pass. */
  readonly lastAt: number
  /** Numbers as they are stored now; `everyNumber`: also those that cannot matter. */
  readonly read: (range: TimeRange, options: { readonly everyNumber: boolean }) => AsyncIterable<NumberBlock>
  readonly findBefore: (at: number) => Promise<Transition | undefined>
  /** The next ones, in the order of time. */
  readonly listFrom: (at: number, limit: number) => Promise<readonly Known[]>
}

/** A stretch in which late records count, to be judged again. */
export interface OpenCorrection {
  /** The time of the first late record, or where the last piece ended. */
  readonly from: number
  /** The time of the last late record, or of the transition until which the last piece left the history in disagreement. */
  readonly to: number
  /** The disagreement reaches to the last reading. */
  readonly toLast?: boolean
  /** Where the last piece ended. */
  readonly state?: ConditionState
}

interface Correction<Known extends Transition> {
  /** Found now, and not known before. */
  readonly added: readonly Transition[]
  /** Known, and not true any more. */
  readonly removed: readonly Known[]
  /** After the last reading; undefined: it is what it was found to be. */
  readonly state: ConditionState | undefined
  /** The last transition as it is known now. */
  readonly last: Transition | undefined
  /** What is left, where it was not done in time. */
  readonly rest: OpenCorrection | undefined
}

/** How long one piece of a correction looks at records: what it locks waits for less than a second. */
export const PIECE_MS = 300

/** The same as tests want it; undefined, or left out: as long as each kind of correction looks. */
export type CorrectForMs = () => number | undefined

/** Transitions of one piece, found and known. */
const MOST_TRANSITIONS = 5_000

/**
 * Judges again from the first late record on until the state is what it was found to be. What is not done in time is left for the next
 * piece; a piece ends behind a moment, so that what it found is right.
 */
export async function correct<Known extends Transition>(
  history: JudgedHistory<Known>,
  open: OpenCorrection,
  isOver: () => boolean,
): Promise<Correction<Known>> {
  const restart = await findRestart(history, open)
  const [before, known] = [
    await findKnownBefore(history, restart.changesFrom),
    await history.listFrom(restart.changesFrom, MOST_TRANSITIONS),
  ]
  const isKnownOn = (at: number): boolean => (known.findLast((one) => one.at <= at) ?? before)?.kind === 'began'
  const knownUntil = known.length < MOST_TRANSITIONS ? Infinity : (known.at(-1)?.at ?? 0) - 1
  const judging = { restart, isKnownOn, knownUntil, isOver }
  const { state, found, settledAt, cutAt } = await judgeAgain(history, open, judging)
  const until = cutAt ?? settledAt
  const compared = compare(
    known.filter(({ at }) => at <= until),
    found.filter(({ at }) => at >= restart.changesFrom),
  )
  return {
    ...compared,
    state: until === Infinity ? state : undefined,
    last: known.findLast(({ at }) => at > until) ?? found.at(-1) ?? before,
    rest: cutAt === undefined ? undefined : restBehind(cutAt, open, { state, known, wasOn: isKnownOn(cutAt) }),
  }
}

/** Where the state is not what it was found to be, the history behind the piece is wrong until its next transition. */
function restBehind(
  at: number,
  { to, toLast = false }: OpenCorrection,
  { state, known, wasOn }: { state: ConditionState; known: readonly Transition[]; wasOn: boolean },
): OpenCorrection {
  const next = wasOn === (state.status === 'on') ? at : known.find((one) => one.at > at)?.at
  return { from: at + 1, to: Math.max(to, next ?? to), toLast: toLast || next === undefined, state }
}

export interface Restart {
  readonly from: number
  readonly state: ConditionState
  /** No transition before it can be another one. */
  readonly changesFrom: number
}

interface JudgedAgain {
  readonly state: ConditionState
  readonly found: readonly Transition[]
  /** From there on all is what it was found to be; Infinity: the last reading was judged. */
  readonly settledAt: number
  /** Where the piece ended; undefined: it did not. */
  readonly cutAt: number | undefined
}

interface Judging {
  readonly restart: Restart
  readonly isKnownOn: (at: number) => boolean
  /** Later transitions were not listed. */
  readonly knownUntil: number
  readonly isOver: () => boolean
}

async function judgeAgain<Known extends Transition>(
  { condition, lastAt, read }: JudgedHistory<Known>,
  { from, to, toLast = false }: OpenCorrection,
  { restart, isKnownOn, knownUntil, isOver }: Judging,
): Promise<JudgedAgain> {
  const found: Transition[] = []
  let { state } = restart
  let [last, settledAt] = [-Infinity, Infinity]
  for await (const { at: times, columns } of read({ from: restart.from, to: lastAt + 1 }, { everyNumber: false })) {
    const isLate = isOver()
    for (const [index, at] of times.entries()) {
      const value = columns[0]?.[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      // Of several that count from one moment on all are judged.
      if (settledAt < at) return { state, found, settledAt, cutAt: undefined }
      const isFull = isLate || found.length > MOST_TRANSITIONS
      if (isFull && at > last && last >= from && mayCut(condition, state))
        return { state, found, settledAt, cutAt: last }
      if (at > knownUntil) return { ...passUntil(knownUntil), settledAt, cutAt: knownUntil }
      state = judge(condition, state, { at, receivedAt: at, value }, found)
      last = at
      const isSure = at > to && !toLast && isKnownBy(condition, state, value) && mayCut(condition, state)
      settledAt = isSure && isKnownOn(at) === (state.status === 'on') ? at : Infinity
    }
  }
  // Where the clock has found that it begins, the last value counted until then.
  return { ...passUntil(lastAt), settledAt: Infinity, cutAt: undefined }

  function passUntil(at: number): Pick<JudgedAgain, 'state' | 'found'> {
    const elapsed = elapse(condition, state, at)
    return { state: elapsed.state, found: elapsed.transition === undefined ? found : [...found, elapsed.transition] }
  }
}

async function findKnownBefore<Known extends Transition>(
  { findBefore, beginsAt }: JudgedHistory<Known>,
  from: number,
): Promise<Transition | undefined> {
  const before = await findBefore(from)
  // What was before that was by another condition.
  return before === undefined || before.at < beginsAt ? undefined : before
}

/** Whether the transitions tell the state. Where a unit is parked or away they do not, unless the reading alone does. */
function isKnownBy(condition: Condition, { status }: ConditionState, value: number): boolean {
  return condition.leavesParked === true ? forgets(condition, value) : status !== 'pending'
}

/** With a gap the next record shows whether what is on ended before. */
function mayCut({ gapMs }: Condition, { status }: ConditionState): boolean {
  return status !== 'on' || gapMs === Infinity
}

/** Where to begin, so that what was before does not matter. */
async function findRestart<Known extends Transition>(
  history: JudgedHistory<Known>,
  { from, state }: OpenCorrection,
): Promise<Restart> {
  if (state !== undefined) return { from, state, changesFrom: from }
  if (history.condition.gapMs !== Infinity) return findReset(history, from, history.beginsAt)
  const before = await findKnownBefore(history, from)
  const { forMs } = history.condition
  if (before?.kind === 'began') {
    const { at, value } = before
    const on: ConditionState = { status: 'on', since: at - forMs, receivedAt: at, lastAt: at, lastValue: value }
    return { from, state: on, changesFrom: from }
  }
  if (forMs === 0) return { from, state: OFF, changesFrom: from }
  const reset = await findReset(history, from, Math.max(history.beginsAt, before?.at ?? -Infinity))
  return { ...reset, changesFrom: from }
}

/** The last moment by one at which the state does not depend on anything before: more and more of what was before is looked at. */
export async function findReset<Known extends Transition>(
  { condition, read }: Pick<JudgedHistory<Known>, 'condition' | 'read'>,
  by: number,
  least: number,
): Promise<Restart> {
  const { bound, gapMs, forMs } = condition
  const hasGap = gapMs !== Infinity
  const most = hasGap ? gapMs + forMs : forMs
  // The last position in the place is often near.
  for (let width = condition.leavesParked === true ? Math.min(HOUR_MS, most) : most; ; width *= 4) {
    const start = Math.max(least, by - width)
    let [last, reset]: (number | undefined)[] = []
    let isOff = false
    let [state, stateAtReset]: [ConditionState, ConditionState] = [OFF, OFF]
    const noteReset = (at: number, by: ConditionState): void => {
      reset = at
      stateAtReset = by
    }
    for await (const { at: times, columns } of read({ from: start, to: by }, { everyNumber: true })) {
      for (const [index, at] of times.entries()) {
        const value = columns[0]?.[index] ?? Number.NaN
        if (Number.isNaN(value)) continue
        // Of several that count from one moment on the last one decides.
        if (isOff && last !== undefined && last < at) noteReset(last + 1, state)
        if (last !== undefined && isSilence(gapMs, last, at)) noteReset(at, OFF)
        // Without a gap it is known not to be on.
        isOff = hasGap ? forgets(condition, value) : !satisfies(bound, value)
        if (isOff) state = judge(condition, OFF, { at, receivedAt: at, value }, [])
        last = at
      }
    }
    const isSilent = isSilence(gapMs, last ?? start, by) || (last === undefined && width >= gapMs)
    if (hasGap && isSilent) return { from: by, state: OFF, changesFrom: by }
    if (isOff && last !== undefined) noteReset(last + 1, state)
    if (reset !== undefined || start === least) {
      const from = reset ?? start
      return { from, state: stateAtReset, changesFrom: from }
    }
  }
}

/** Transitions to add and to remove. Those of one moment are replaced together, in their order. */
function compare<Known extends Transition>(
  known: readonly Known[],
  found: readonly Transition[],
): { added: Transition[]; removed: Known[] } {
  const [before, after] = [byMoment(known), byMoment(found)]
  const isOther = ({ at }: Transition): boolean => before.get(at) !== after.get(at)
  return { added: found.filter(isOther), removed: known.filter(isOther) }
}

function byMoment(transitions: readonly Transition[]): ReadonlyMap<number, string> {
  const groups = Map.groupBy(transitions, ({ at }) => at)
  return new Map(Array.from(groups, ([at, all]) => [at, all.map(({ kind, value }) => `${kind} ${value}`).join()]))
}
