import type { Transition } from '#records/conditions/judge-reading.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { type ClaimedState, createAlertStateStore, type KeptChange } from './alert-state-store.ts'
import type { CorrectedAlert, JudgedInOrder } from './correct-alert.ts'
import { recordNotifications } from './record-notifications.ts'
import { conditionOf, type Notice, settle, type Settled, statusOf, type UnitState } from './unit-state.ts'

/** What of an alert on one unit is stored together. */
export interface JudgedAlert {
  readonly state: UnitState
  readonly changes: readonly KeptChange[]
  readonly removed: readonly number[]
  readonly notice: Notice | undefined
  /** Whether more is new than the last record. */
  readonly isChanged: boolean
}

/** Of records that changed nothing else. */
export function seenOnly(state: UnitState): JudgedAlert {
  return { state, changes: [], removed: [], notice: undefined, isChanged: false }
}

/** Of what was judged by the clock. */
export function judgedBy(settled: Settled, change: KeptChange | undefined): JudgedAlert {
  return { ...settled, changes: change === undefined ? [] : [change], removed: [], isChanged: true }
}

/** Decides which notifications follow from what was judged. */
export function settleJudged(
  { now }: { readonly now: number },
  { claimed }: Pick<JudgedInOrder, 'claimed'>,
  { state, lastChange, kept, added, removed }: CorrectedAlert,
): JudgedAlert {
  const policy = { intervalMs: claimed.intervalMs, condition: conditionOf(claimed) }
  const { state: settled, notice } = settle(state, policy, lastChange, now)
  const changes = [
    ...kept.map((one) => keptOf(claimed, one, now, { late: false })),
    ...added.map((one) => keptOf(claimed, one, now, { late: true })),
  ]
  return { state: settled, changes, removed, notice, isChanged: true }
}

/** Stores what was judged, and who is notified of it. Returns what to publish after the commit. */
export async function saveJudged(
  tx: Db,
  judged: readonly JudgedAlert[],
  { bus, now }: { readonly bus: Bus; readonly now: number },
): Promise<() => void> {
  const store = createAlertStateStore(tx)
  const changed = judged.filter(({ isChanged }) => isChanged)
  await store.saveSeen(judged.filter(({ isChanged }) => !isChanged).map(({ state }) => state))
  await store.save(changed.map(({ state }) => state))
  await store.removeChanges(changed.flatMap(({ removed }) => removed))
  await store.addChanges(changed.flatMap(({ changes }) => changes))
  await recordNotifications(
    tx,
    changed.flatMap(({ notice }) => notice ?? []),
    { now, to: 'everyone' },
  )
  return () => {
    for (const { state, changes, removed } of changed) {
      const { alertId, dataId } = state
      if (changes.length > 0 || removed.length > 0) bus.publish('alert-changed', { alertId, dataId })
    }
    if (changed.some(({ notice }) => notice !== undefined)) bus.publish('alert-notifications', {})
  }
}

function keptOf(
  { state, bound }: ClaimedState,
  { kind, at, value }: Transition,
  now: number,
  { late }: { late: boolean },
): KeptChange {
  const { alertId, dataId } = state
  return { alertId, dataId, to: statusOf(kind === 'began'), at, notedAt: now, value, limit: bound.constant, late }
}
