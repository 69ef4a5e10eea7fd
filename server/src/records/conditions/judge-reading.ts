import { type Bound, maySatisfy, satisfies } from '@fieldwatch/contract/calculations/conditions'
import { isParkedReading } from '@fieldwatch/contract/places/place-conditions'

/** A condition on one number over time. */
export interface Condition {
  readonly bound: Bound
  /** The second limit: a condition that has begun continues while this holds. */
  readonly clearBound: Bound
  /** How long `bound` has to hold before the condition begins. */
  readonly forMs: number
  /** A longer silence ends the condition at the last record before it. */
  readonly gapMs: number
  /** The condition begins only with a reading behind one of a unit that is parked in the place; left out: with any that holds. */
  readonly leavesParked?: boolean
}

/** The number of a record. Times are epoch milliseconds. */
export interface Reading {
  /** From when on it counts. */
  readonly at: number
  readonly receivedAt: number
  readonly value: number
}

/** The state of a condition after some records. */
export type ConditionState = Off | Held | Aside

interface Off {
  readonly status: 'off'
}

/** How a unit is whose leaving is watched: parked in the place, or away without having left it while it was parked. */
interface Aside {
  readonly status: 'parked' | 'away'
  /** The last record that says so. */
  readonly lastAt: number
}

/** `pending`: the bound holds, and not yet for long enough. */
interface Held {
  readonly status: 'pending' | 'on'
  /** The first record from which on all held. */
  readonly since: number
  /** When that record arrived. */
  readonly receivedAt: number
  /** The last record that held. */
  readonly lastAt: number
  readonly lastValue: number
}

/** A condition began or ended. */
export interface Transition {
  readonly kind: 'began' | 'ended'
  readonly at: number
  /** The value of the record that caused it; where time alone did, of the last one before. */
  readonly value: number
}

export const OFF: ConditionState = { status: 'off' }

/**
 * Takes the next reading in the order of time, and adds what began or ended to the transitions. A value counts until the next one, or
 * until the silence behind it is longer than the gap: so a condition may have held for long enough before a record that ends it.
 */
export function judge(
  condition: Condition,
  before: ConditionState,
  reading: Reading,
  transitions: Transition[],
): ConditionState {
  const { at, value } = reading
  const state = before.status === 'off' ? before : passTime(condition, before, at, transitions)
  const aside = condition.leavesParked === true ? asideOf(condition, state, reading) : undefined
  if (aside !== undefined) {
    if (state.status === 'on') transitions.push({ kind: 'ended', at, value })
    return aside
  }
  if (!satisfies(state.status === 'on' ? condition.clearBound : condition.bound, value)) {
    if (state.status === 'on') transitions.push({ kind: 'ended', at, value })
    return OFF
  }
  if (state.status === 'on') return { ...state, lastAt: at, lastValue: value }
  const held: Held =
    state.status !== 'pending'
      ? { status: 'pending', since: at, receivedAt: reading.receivedAt, lastAt: at, lastValue: value }
      : { ...state, lastAt: at, lastValue: value }
  return beginBy(condition, held, at, transitions)
}

/** Judges readings in the order of time. */
export function judgeAll(
  condition: Condition,
  before: ConditionState,
  readings: readonly Reading[],
): { readonly state: ConditionState; readonly transitions: readonly Transition[] } {
  const transitions: Transition[] = []
  const state = readings.reduce((one, reading) => judge(condition, one, reading, transitions), before)
  return { state, transitions }
}

/** Lets time pass until a moment of which it is known that the last value counted until then. */
export function elapse(
  condition: Condition,
  before: ConditionState,
  until: number,
): { readonly state: ConditionState; readonly transition: Transition | undefined } {
  if (before.status !== 'pending' || condition.gapMs !== Infinity) return { state: before, transition: undefined }
  const transitions: Transition[] = []
  const state = beginBy(condition, before, until, transitions)
  return { state, transition: transitions[0] }
}

/** When a pending condition begins by the clock if no other record comes. With a gap the next record decides. */
export function dueOf({ forMs, gapMs }: Condition, state: ConditionState): number | undefined {
  return state.status === 'pending' && gapMs === Infinity ? state.receivedAt + forMs : undefined
}

/** Whether the state after a value is the same whatever it was before. */
export function forgets({ clearBound }: Condition, value: number): boolean {
  return !satisfies(clearBound, value)
}

/** Whether no record arrived for longer than a gap. */
export function isSilence(gapMs: number, lastAt: number, at: number): boolean {
  return at - lastAt > gapMs
}

/** Whether a period can still last at a moment, or be extended by a record of that moment. */
export function mayReach(
  { gapMs }: Pick<Condition, 'gapMs'>,
  { endAt, lastAt }: { readonly endAt: number | undefined; readonly lastAt: number },
  at: number,
): boolean {
  return endAt === undefined || endAt >= at || (endAt === lastAt && !isSilence(gapMs, lastAt, at))
}

/** Whether records with numbers between two have to be looked at one by one; if not, the first of them represents all. */
export function mayMatter(
  { bound, clearBound, gapMs, leavesParked }: Condition,
  least: number,
  greatest: number,
): boolean {
  if (leavesParked === true) return true
  if (maySatisfy(bound, least, greatest)) return true
  const allHold = satisfies(clearBound, least) && satisfies(clearBound, greatest)
  return maySatisfy(clearBound, least, greatest) && !(allHold && gapMs === Infinity)
}

/** The state by a reading, unless the unit has left while it was parked. Behind a silence it is not known to have been in the place. */
function asideOf({ bound, clearBound }: Condition, { status }: ConditionState, { at, value }: Reading) {
  const isKept = status === 'on' || status === 'away' ? satisfies(clearBound, value) : satisfies(bound, value)
  if (!isKept) return isParkedReading(value) ? ({ status: 'parked', lastAt: at } as const) : OFF
  const hasLeft = status === 'on' || status === 'pending' || (status === 'parked' && isParkedReading(value))
  return hasLeft ? undefined : ({ status: 'away', lastAt: at } as const)
}

function passTime(condition: Condition, held: Held | Aside, until: number, transitions: Transition[]): ConditionState {
  if (!isSilence(condition.gapMs, held.lastAt, until))
    return held.status === 'pending' ? beginBy(condition, held, until, transitions) : held
  if (held.status === 'on') transitions.push({ kind: 'ended', at: held.lastAt, value: held.lastValue })
  return OFF
}

function beginBy({ forMs }: Condition, held: Held, until: number, transitions: Transition[]): Held {
  const at = held.since + forMs
  if (at > until) return held
  transitions.push({ kind: 'began', at, value: held.lastValue })
  return { ...held, status: 'on' }
}
