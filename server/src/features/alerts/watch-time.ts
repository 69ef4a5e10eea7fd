import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { type ClaimedState, createAlertStateStore, type KeptChange } from './alert-state-store.ts'
import { dueOf, elapse } from '#records/conditions/judge-reading.ts'
import { conditionOf, conditionStateOf, lastChangeOf, pendingOf, settle, type Settled } from './unit-state.ts'

interface Parts {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
}

/** Of one transaction. */
const MOST = 1_000

/** Does what is due though no record arrived: conditions that held for long enough, reminders, summaries, the end of a snooze. */
export async function watchTime(parts: Parts): Promise<void> {
  while ((await takeDue(parts)) === MOST);
}

async function takeDue({ db, bus, clock }: Parts): Promise<number> {
  const now = clock()
  const settled: (Settled & { change: KeptChange | undefined })[] = []
  const count = await db.transaction().execute(async (tx) => {
    const store = createAlertStateStore(tx)
    const claimed = await store.claimDue('value', now, MOST)
    settled.push(...claimed.map((one) => settleDue(one, now)))
    await store.save(settled.map(({ state }) => state))
    await store.addChanges(settled.flatMap(({ change }) => change ?? []))
    await store.addNotices(settled.flatMap(({ notice }) => notice ?? []))
    return claimed.length
  })
  for (const { change } of settled) {
    if (change !== undefined) bus.publish('alert-changed', { alertId: change.alertId, dataId: change.dataId })
  }
  if (settled.some(({ notice }) => notice !== undefined)) bus.publish('alert-notices', {})
  return count
}

function settleDue(claimed: ClaimedState, now: number): Settled & { change: KeptChange | undefined } {
  const { state, intervalMs, constant } = claimed
  const condition = conditionOf(claimed)
  const before = conditionStateOf(state)
  const due = dueOf(condition, before)
  const isDue = before.status === 'pending' && due !== undefined && due <= now
  const begun = isDue ? elapse(condition, before, before.since + condition.forMs) : undefined
  const { transition } = begun ?? {}
  const telling = { intervalMs, condition }
  if (begun === undefined || transition === undefined)
    return { ...settle(state, telling, undefined, now), change: undefined }
  const { at, value } = transition
  const { alertId, dataId } = state
  // What is earlier comes late from now on: it may show that the condition did not hold for so long.
  const held = { ...state, pending: pendingOf(begun.state), lastAt: Math.max(state.lastAt ?? at, at) }
  const change: KeptChange = { alertId, dataId, to: 'high', at, notedAt: now, value, limit: constant, late: false }
  return { ...settle(held, telling, lastChangeOf([transition]), now), change }
}
