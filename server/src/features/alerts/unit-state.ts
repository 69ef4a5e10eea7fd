import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertStatus } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import type { Bound } from '@fieldwatch/contract/calculations/conditions'
import { parkedByOfField } from '@fieldwatch/contract/places/place-conditions'
import type { OpenCorrection } from '#records/conditions/correct-transitions.ts'
import { type Condition, type ConditionState, dueOf, OFF, type Transition } from '#records/conditions/judge-reading.ts'

/** The state of an alert for a unit. Times are epoch milliseconds; `at` ones are those of records, the others by the clock of the portal. */
export interface UnitState {
  readonly alertId: AlertId
  readonly dataId: DataId
  readonly status: AlertStatus
  /** The condition holds, and not yet for long enough. */
  readonly pending: Pending | undefined
  /** The last record that satisfied, where later ones were taken away. */
  readonly heldAt: number | undefined
  /** How a unit is whose leaving is watched. */
  readonly aside?: 'parked' | 'away' | undefined
  /** The time of the record with which the status became what it is. */
  readonly at: number | undefined
  readonly value: number | undefined
  readonly changedAt: number
  readonly lastAt: number | undefined
  readonly lastValue: number | undefined
  /** The greatest time of records that were ahead of their arrival. */
  readonly aheadUntil: number | undefined
  /** What late records may have changed and is not judged again yet. */
  readonly correction: OpenCorrection | undefined
  readonly pace: Pace
  readonly acknowledged: boolean
  readonly snoozedUntil: number | undefined
  readonly maintainedUntil: number | undefined
  readonly dueAt: number | undefined
  /** When it is looked at whether the unit arrived in time; 0: not known yet. */
  readonly deadlineAt?: number | undefined
}

/** A value that satisfies, with the first record from which on all did. */
interface Pending {
  readonly at: number
  /** When that record arrived: from then on the time runs where no other record comes. */
  readonly receivedAt: number
  /** The latest value. */
  readonly value: number
}

/** The last of some changes of a status. */
export interface LastChange {
  readonly to: AlertStatus
  readonly at: number | undefined
  readonly value?: number | undefined
  /** How many changes there were. */
  readonly count: number
  /** How long the status before lasted, where that is known from the records. */
  readonly lastedMs?: number | undefined
}

/** The notification that is due. */
export interface Notice {
  readonly alertId: AlertId
  readonly dataId: DataId
  readonly kind: NotificationKind
  readonly status: AlertStatus
  readonly at: number | undefined
  readonly notedAt: number
  readonly value: number | undefined
  /** Changes without a notification of their own. */
  readonly changes: number
  /** Only for a reminder of a value: the newest value. */
  readonly latest?: { readonly at: number; readonly value: number }
  /** It is so because somebody changed the alert, not because of a record. */
  readonly byEdit?: boolean
  /** Why the alert ended on the unit, as a sentence of the catalogue. */
  readonly reason?: string
}

export interface Settled {
  readonly state: UnitState
  readonly notice: Notice | undefined
}

/** The settings of an alert that decide when notifications are sent. */
interface NotificationPolicy {
  readonly intervalMs: number
  /** Only for an alert on a value or an event table. */
  readonly condition?: Condition
}

/** The condition of an alert. A value counts until the next one: that of an event table no longer than its gap. */
export function conditionOf({
  bound,
  clearLimit,
  forSeconds,
  gapMs = Infinity,
  field = '',
}: {
  readonly bound: Bound
  readonly clearLimit: number | undefined
  readonly forSeconds: number
  readonly gapMs?: number
  readonly field?: string
}): Condition {
  const clearBound = clearLimit === undefined ? bound : { ...bound, constant: clearLimit }
  return { bound, clearBound, forMs: forSeconds * 1_000, gapMs, leavesParked: parkedByOfField(field) !== undefined }
}

/** The state of its condition. */
export function conditionStateOf(unit: UnitState): ConditionState {
  const { status, pending, heldAt, at, lastAt, lastValue, aside } = unit
  if (status === 'high') {
    const since = at ?? lastAt ?? 0
    const value = lastValue ?? Number.NaN
    return { status: 'on', since, receivedAt: since, lastAt: heldAt ?? lastAt ?? since, lastValue: value }
  }
  if (aside !== undefined && pending === undefined) return { status: aside, lastAt: heldAt ?? lastAt ?? 0 }
  if (pending === undefined) return OFF
  const { at: since, receivedAt, value } = pending
  return { status: 'pending', since, receivedAt, lastAt: heldAt ?? lastAt ?? since, lastValue: value }
}

/** What is stored of the state of a condition after a record, beside the status. */
export function storedCondition(
  state: ConditionState,
  { lastAt }: Pick<UnitState, 'lastAt'>,
): Pick<UnitState, 'pending' | 'heldAt' | 'aside'> {
  const nothing = { pending: undefined, heldAt: undefined, aside: undefined }
  if (state.status === 'off') return nothing
  const held = { ...nothing, heldAt: state.lastAt === lastAt ? undefined : state.lastAt }
  if (state.status === 'on') return held
  if (state.status !== 'pending') return { ...held, aside: state.status }
  return { ...held, pending: { at: state.since, receivedAt: state.receivedAt, value: state.lastValue } }
}

export function statusOf(isOn: boolean): AlertStatus {
  return isOn ? 'high' : 'ok'
}

/** The last of some transitions, as a change of the status. */
export function lastChangeOf(transitions: readonly Transition[]): LastChange | undefined {
  const [before, last] = [transitions.at(-2), transitions.at(-1)]
  if (last === undefined) return undefined
  const { kind, at, value } = last
  const lastedMs = before === undefined ? undefined : at - before.at
  return { to: statusOf(kind === 'began'), at, value, count: transitions.length, lastedMs }
}

/** Takes note of changes, and decides which notifications are sent now and when to check again. */
export function settle(
  before: UnitState,
  policy: NotificationPolicy,
  change: LastChange | undefined,
  now: number,
): Settled {
  const changed = change === undefined ? before : changedBy(before, change, now)
  const isAwake = changed.snoozedUntil === undefined || changed.snoozedUntil <= now
  const woke = isAwake && changed.snoozedUntil !== undefined
  const state: UnitState = isAwake ? { ...changed, snoozedUntil: undefined } : changed
  const held = state.pace.held + (change?.count ?? 0)
  const paced = pace(
    { ...state.pace, held },
    {
      status: state.status,
      changedAt: state.changedAt,
      lastedMs: change?.lastedMs ?? state.changedAt - before.changedAt,
      now,
      quietUntil: lastOf(state.snoozedUntil, state.maintainedUntil),
      acknowledged: state.acknowledged,
      intervalMs: policy.intervalMs,
    },
  )
  const reminds = woke && state.status === 'high' && paced.tell === undefined && !state.acknowledged
  const kind = reminds ? 'reminder' : paced.tell
  const { condition } = policy
  const pending = condition === undefined ? undefined : dueOf(condition, conditionStateOf(state))
  const wakes = state.status === 'high' ? state.snoozedUntil : undefined
  const settled: UnitState = { ...state, pace: paced.pace, dueAt: earliestOf(paced.dueAt, pending, wakes) }
  return { state: settled, notice: kind === undefined ? undefined : noticeOf(settled, kind, held, now) }
}

function changedBy(before: UnitState, { to, at, value }: LastChange, now: number): UnitState {
  return { ...before, status: to, at, value, changedAt: now, acknowledged: to === 'high' && before.acknowledged }
}

function noticeOf(state: UnitState, kind: NotificationKind, held: number, now: number): Notice {
  const { alertId, dataId, status, at, value } = state
  const changes = kind === 'summary' ? held : 1
  return { alertId, dataId, kind, status, at, value, ...latestOf(state, kind), notedAt: now, changes }
}

/** A reminder says what is so now, beside when it began. */
export function latestOf(
  { value, lastAt, lastValue }: Pick<UnitState, 'value' | 'lastAt' | 'lastValue'>,
  kind: NotificationKind,
): Pick<Notice, 'latest'> {
  if (kind !== 'reminder' || value === undefined || lastAt === undefined || lastValue === undefined) return {}
  return { latest: { at: lastAt, value: lastValue } }
}

function lastOf(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

function earliestOf(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** The notifications of an alert on a unit. Times are by the clock of the portal, in epoch milliseconds. */
export interface Pace {
  /** The status of the last notification. */
  readonly notified: AlertStatus
  readonly notifiedAt: number | undefined
  /** Since when messages are counted; undefined while it is quiet. */
  readonly windowFrom: number | undefined
  /** Messages since then. */
  readonly sent: number
  /** Changes without a notification. */
  readonly held: number
}

/** The alert as it is now. */
interface AlertSnapshot {
  readonly status: AlertStatus
  readonly changedAt: number
  /** How long it was what it was before. */
  readonly lastedMs: number
  readonly now: number
  /** No notifications until then. */
  readonly quietUntil: number | undefined
  /** Without reminders. */
  readonly acknowledged: boolean
  /** 0: no reminders. */
  readonly intervalMs: number
}

interface Paced {
  readonly pace: Pace
  /** The notification that is sent now. */
  readonly tell: NotificationKind | undefined
  /** When to look again. */
  readonly dueAt: number | undefined
}

export const QUIET: Pace = { notified: 'ok', notifiedAt: undefined, windowFrom: undefined, sent: 0, held: 0 }

/** Within it people get two messages, and what else changes is summed up at its end. */
const WINDOW_MS = HOUR_MS
/** How long a status has to last before the second message; five times as long for each that follows. */
const SETTLE_MS = 60_000
const SETTLE_GROWTH = 5
/** With this many changes that were not notified it flaps: only the summary is left. */
const FLAPS = 10

/**
 * Decides which notifications are sent: the first change at once; the next ones when they last, so that a value that flaps about its limit costs
 * a message and a summary; and reminders while it is triggered.
 */
export function pace(before: Pace, snapshot: AlertSnapshot): Paced {
  const { now, quietUntil, status } = snapshot
  if (quietUntil !== undefined && now < quietUntil) {
    const isUnnotified = before.notified !== status || before.held > 0 || status === 'high'
    return { pace: before, tell: undefined, dueAt: isUnnotified ? quietUntil : undefined }
  }
  const windowEnd = before.windowFrom === undefined ? undefined : before.windowFrom + WINDOW_MS
  if (windowEnd === undefined || now >= windowEnd) return paceQuiet(before, snapshot)
  return before.notified === status
    ? paceNotified(before, snapshot, windowEnd)
    : paceUnnotified(before, snapshot, windowEnd)
}

/** There was no notification lately. */
function paceQuiet(before: Pace, snapshot: AlertSnapshot): Paced {
  const { status, now } = snapshot
  const flapped = before.held > 1
  if (before.notified === status && !flapped)
    return remind({ ...QUIET, notified: status, notifiedAt: before.notifiedAt }, snapshot)
  const tell = flapped ? 'summary' : status === 'high' ? 'alarm' : 'all-clear'
  return remind({ notified: status, notifiedAt: now, windowFrom: now, sent: 1, held: 0 }, snapshot, tell)
}

/** People know the current status; changes in between are summed up later. */
function paceNotified(before: Pace, snapshot: AlertSnapshot, windowEnd: number): Paced {
  const paced = remind(before, snapshot)
  if (before.held === 0) return paced
  return { ...paced, dueAt: Math.min(paced.dueAt ?? Infinity, windowEnd) }
}

/** The last notification was another one, a while ago. */
function paceUnnotified(before: Pace, snapshot: AlertSnapshot, windowEnd: number): Paced {
  const { status, now, changedAt, lastedMs } = snapshot
  const settleMs = SETTLE_MS * SETTLE_GROWTH ** (before.sent - 1)
  const flaps = before.held >= FLAPS
  const isOver = status === 'ok' && before.held <= 1 && before.sent === 1 && lastedMs >= settleMs
  if (!flaps && (isOver || now - changedAt >= settleMs)) {
    const next: Pace = { ...before, notified: status, notifiedAt: now, sent: before.sent + 1, held: 0 }
    return remind(next, snapshot, status === 'high' ? 'alarm' : 'all-clear')
  }
  return { pace: before, tell: undefined, dueAt: flaps ? windowEnd : Math.min(changedAt + settleMs, windowEnd) }
}

/** A reminder is due when it was triggered for a whole interval without a word. */
function remind(before: Pace, snapshot: AlertSnapshot, tell?: NotificationKind): Paced {
  const { status, now, intervalMs, acknowledged, changedAt } = snapshot
  const windowEnd = before.windowFrom === undefined ? undefined : before.windowFrom + WINDOW_MS
  if (status !== 'high' || before.notified !== 'high' || intervalMs === 0 || acknowledged) {
    return { pace: before, tell, dueAt: before.held > 0 ? windowEnd : undefined }
  }
  const dueAt = Math.max(before.notifiedAt ?? 0, changedAt) + intervalMs
  if (tell === undefined && now >= dueAt)
    return { pace: { ...before, notifiedAt: now }, tell: 'reminder', dueAt: now + intervalMs }
  return { pace: before, tell, dueAt: Math.max(dueAt, now) }
}
