import type { Platform } from '#platform/floor.ts'
import { type ClaimedState, createAlertStateStore } from './alert-state-store.ts'
import { dueOf, elapse } from '#records/conditions/judge-reading.ts'
import { judgeDeadline } from './judge-arrivals.ts'
import { type JudgedAlert, judgedBy, saveJudged } from './save-judged.ts'
import { conditionOf, conditionStateOf, lastChangeOf, settle, storedCondition } from './unit-state.ts'

type Parts = Pick<Platform, 'db' | 'bus' | 'clock'>

/** The most states that one transaction takes. */
const MOST = 1_000

/** Does what is due though no record arrived: conditions that held for long enough, reminders, summaries, the end of a snooze. */
export async function watchTime(parts: Parts): Promise<void> {
  while ((await takeDue(parts)) === MOST);
}

async function takeDue({ db, bus, clock }: Parts): Promise<number> {
  const now = clock()
  const { count, publish } = await db.transaction().execute(async (tx) => {
    const claimed = await createAlertStateStore(tx).claimDue(now, { silences: false, limit: MOST })
    const judged = claimed.map((one) => settleDue(one, now))
    return { count: claimed.length, publish: await saveJudged(tx, judged, { bus, now }) }
  })
  publish()
  return count
}

function settleDue(claimed: ClaimedState, now: number): JudgedAlert {
  const { state, intervalMs, bound, schedule } = claimed
  if (schedule?.kind === 'by') return judgeDeadline({ claimed, schedule }, now)
  const condition = conditionOf(claimed)
  const before = conditionStateOf(state)
  const due = dueOf(condition, before)
  const isDue = before.status === 'pending' && due !== undefined && due <= now
  const begun = isDue ? elapse(condition, before, before.since + condition.forMs) : undefined
  const { transition } = begun ?? {}
  const policy = { intervalMs, condition }
  if (begun === undefined || transition === undefined) return judgedBy(settle(state, policy, undefined, now))
  const { at, value } = transition
  const { alertId, dataId } = state
  // Earlier records are late from now on: they may show that the condition did not hold long enough.
  const lastAt = Math.max(state.lastAt ?? at, at)
  const held = { ...state, ...storedCondition(begun.state, { lastAt }), lastAt }
  const change = { alertId, dataId, to: 'high', at, notedAt: now, value, limit: bound.constant } as const
  return judgedBy(settle(held, policy, lastChangeOf([transition]), now), change)
}
