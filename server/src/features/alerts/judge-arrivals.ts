import { type BySchedule, createDeadlines } from '@fieldwatch/contract/alerts/alert-schedule'
import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import { type ConditionState, isSilence, judgeAll, OFF, type Reading } from '#records/conditions/judge-reading.ts'
import type { ClaimedState } from './alert-state-store.ts'
import { type JudgedAlert, judgedBy, seenOnly } from './save-judged.ts'
import { conditionOf, type LastChange, settle, type UnitState } from './unit-state.ts'

interface Awaited {
  readonly claimed: ClaimedState
  readonly schedule: BySchedule
}

interface Arrivals {
  readonly inOrder: readonly Reading[]
  readonly late: readonly Reading[]
  readonly seen: UnitState
}

/** What was sent before a deadline gets there until then. */
export const GRACE_MS = 60_000

/**
 * Notes when a unit was in the place by which it is awaited, and that it came after all. A late record tells that it was there, and never
 * that it was not.
 */
export function judgeArrivals(
  { claimed, schedule }: Awaited,
  { inOrder, late, seen }: Arrivals,
  now: number,
): JudgedAlert {
  const { state: after } = judgeAll(conditionOf(claimed), presenceOf(claimed.state), inOrder)
  const there = [...inOrder, ...late].filter(({ value }) => satisfies(claimed.bound, value))
  const lastThere = Math.max(
    claimed.state.heldAt ?? -Infinity,
    after.status === 'off' ? -Infinity : after.lastAt,
    ...there.map(({ at }) => at),
  )
  const state: UnitState = {
    ...seen,
    heldAt: lastThere === -Infinity ? undefined : lastThere,
    pending: 'since' in after ? { at: after.since, receivedAt: after.receivedAt, value: after.lastValue } : undefined,
  }
  if (claimed.rests) return seenOnly(state)
  const missed = state.status === 'high' ? (state.at ?? 0) : undefined
  const since = missed === undefined ? Infinity : createDeadlines(schedule, claimed.timeZone).dayOf(missed)
  const came = there.find(({ at }) => at >= since)
  const isSame = (state.pending === undefined) === (claimed.state.pending === undefined)
  if (came === undefined) return isSame ? seenOnly(state) : judgedBy(settleWith(claimed, state, undefined, now))
  return changed(claimed, state, { to: 'ok', at: came.at, count: 1 }, now)
}

/** Whether a unit came in time, by what is known a minute after the deadline. */
export function judgeDeadline({ claimed, schedule }: Awaited, now: number): JudgedAlert {
  const { state, timeZone, gapMs } = claimed
  const deadlines = createDeadlines(schedule, timeZone)
  const { deadlineAt } = state
  if (deadlineAt === undefined || deadlineAt > now) return judgedBy(settleWith(claimed, state, undefined, now))
  const next: UnitState = { ...state, deadlineAt: deadlines.after(now - GRACE_MS) + GRACE_MS }
  if (deadlineAt === 0) return judgedBy(settleWith(claimed, next, undefined, now))
  // While no server ran others may have passed: the last one counts.
  const deadline = deadlines.until(now - GRACE_MS)
  const { heldAt = -Infinity } = state
  const isThere = state.pending !== undefined && !isSilence(gapMs, heldAt, deadline)
  const isInTime = isThere || heldAt >= deadlines.dayOf(deadline)
  if (isInTime === (state.status === 'ok')) return judgedBy(settleWith(claimed, next, undefined, now))
  const at = isInTime ? heldAt : deadline
  return changed(claimed, next, { to: isInTime ? 'ok' : 'high', at, count: 1 }, now)
}

/** Whether it is there: its stay is kept as that which is pending. */
function presenceOf({ pending, heldAt, lastAt }: UnitState): ConditionState {
  if (pending === undefined) return OFF
  const { at: since, receivedAt, value } = pending
  return { status: 'on', since, receivedAt, lastAt: heldAt ?? lastAt ?? since, lastValue: value }
}

/** Nothing of it begins by a record. */
function settleWith({ intervalMs }: ClaimedState, state: UnitState, change: LastChange | undefined, now: number) {
  return settle(state, { intervalMs }, change, now)
}

function changed(
  claimed: ClaimedState,
  state: UnitState,
  change: LastChange & { readonly at: number },
  now: number,
): JudgedAlert {
  const { alertId, dataId } = state
  const { to, at } = change
  return judgedBy(settleWith(claimed, state, change, now), { alertId, dataId, to, at, notedAt: now })
}
