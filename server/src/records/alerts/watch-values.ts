import type { AlertId, DataId } from '@fieldwatch/contract/ids'
import type { ArrivedStep, TogetherConsumer, Turn } from '#records/arrivals/consumer.ts'
import { listImportedArrivals } from '#records/imports/imported-arrivals-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { type ClaimedState, createAlertStateStore, type KeptChange } from './alert-state-store.ts'
import { afterCorrection } from './after-correction.ts'
import { correctHistory, type Corrected } from './correct-history.ts'
import { ALERTS, followerOf } from './follower.ts'
import { type Evaluation, evaluate, type Reading, type StatusChange, type ValueRule } from './evaluate-value.ts'
import { sortReadings } from './sort-readings.ts'
import { type LastChange, type Notice, settle, type Telling, type UnitState, valueRuleOf } from './unit-state.ts'

export interface WatchingParts {
  readonly reader: RecordReader
  readonly bus: Bus
  readonly clock: Clock
}

/** A step of a thousand takes some hundred milliseconds. */
const TOGETHER = { most: 1_000, pauseMs: 200 }

/** Judges values as they arrive: the state, the history and what people are to be told are stored with the cursors. */
export function createAlertConsumer(parts: WatchingParts): TogetherConsumer {
  return { name: ALERTS, together: TOGETHER, takeAll: (turn) => takeAll(parts, turn) }
}

interface Judged {
  readonly state: UnitState
  readonly changes: readonly KeptChange[]
  readonly removed: readonly number[]
  readonly notice: Notice | undefined
  /** Whether more is new than the last record. */
  readonly isChanged: boolean
}

async function takeAll({ reader, bus, clock }: WatchingParts, { tx, steps, afterCommit }: Turn): Promise<void> {
  const store = createAlertStateStore(tx)
  const now = clock()
  const arrived = new Map(steps.filter(hasRecords).map((step) => [step.id, step]))
  if (arrived.size === 0) return
  const claimed = await store.claim([...arrived.values()].map(watchedBy), now)
  const imported = await listImportedArrivals(tx, [...arrived.values()].flatMap(firstArrivals))
  const judged: Judged[] = []
  for (const one of claimed) {
    const step = arrived.get(followerOf(one.state.alertId, one.state.dataId))
    if (step !== undefined && one.type === 'value')
      judged.push(await judge({ reader, store, now, imported }, one, step))
  }
  const changed = judged.filter(({ isChanged }) => isChanged)
  await store.saveSeen(judged.filter(({ isChanged }) => !isChanged).map(({ state }) => state))
  await store.save(changed.map(({ state }) => state))
  await store.removeChanges(changed.flatMap(({ removed }) => removed))
  await store.addChanges(changed.flatMap(({ changes }) => changes))
  await store.addNotices(changed.flatMap(({ notice }) => notice ?? []))
  for (const { state, changes, removed } of changed) {
    if (changes.length === 0 && removed.length === 0) continue
    const { alertId, dataId } = state
    afterCommit(() => bus.publish('alert-changed', { alertId, dataId }))
  }
  if (changed.some(({ notice }) => notice !== undefined)) afterCommit(() => bus.publish('alert-notices', {}))
}

function firstArrivals({ arrived }: ArrivedStep) {
  return arrived.flatMap(({ followed: { key }, records }) => {
    const from = records.reduce((least, { receivedAt }) => Math.min(least, receivedAt), Infinity)
    return key === undefined || from === Infinity ? [] : [{ sourceKey: key, from }]
  })
}

function hasRecords({ arrived }: ArrivedStep): boolean {
  return arrived.some(({ records }) => records.length > 0)
}

function watchedBy({ id, dataId }: ArrivedStep): { alertId: AlertId; dataId: DataId } {
  return { alertId: id.slice(0, -dataId.length - 1) as AlertId, dataId }
}

interface Work {
  readonly reader: RecordReader
  readonly store: ReturnType<typeof createAlertStateStore>
  readonly now: number
  /** When imported records arrived, by key of source. */
  readonly imported: ReadonlyMap<number, ReadonlySet<number>>
}

async function judge(work: Work, claimed: ClaimedState, { arrived }: ArrivedStep): Promise<Judged> {
  const rule = valueRuleOf(claimed)
  const before = claimed.state
  const { inOrder, late, aheadUntil } = sortReadings(
    claimed,
    arrived.flatMap(({ followed: { key }, records }) => {
      const imported = key === undefined ? undefined : work.imported.get(key)
      return records.map((record) => ({ ...record, isImported: imported?.has(record.receivedAt) === true }))
    }),
  )
  const last = inOrder.at(-1)
  const seen = { ...before, aheadUntil, ...(last === undefined ? {} : { lastAt: last.at, lastValue: last.value }) }
  if (claimed.rests) return { state: seen, changes: [], removed: [], notice: undefined, isChanged: false }
  const heard = evaluateAll(rule, before, inOrder)
  if (late.length === 0) return judgeInOrder(work, claimed, seen, heard)
  const known = { claimed, rule, late, key: arrived[0]?.followed.key, lastAt: seen.lastAt ?? -Infinity, aheadUntil }
  const corrected = await correctHistory(work, { ...known, ...heard })
  return judgeCorrected(work, claimed, { ...seen, lastValue: corrected.lastValue ?? seen.lastValue }, corrected)
}

interface Heard {
  readonly evaluation: Evaluation
  readonly changes: readonly StatusChange[]
}

function evaluateAll(rule: ValueRule, before: Evaluation, readings: readonly Reading[]): Heard {
  let evaluation = before
  const changes: StatusChange[] = []
  for (const reading of readings) {
    const { after, changes: found } = evaluate(rule, evaluation, reading)
    evaluation = after
    changes.push(...found)
  }
  return { evaluation, changes }
}

function judgeInOrder({ now }: Work, claimed: ClaimedState, seen: UnitState, { evaluation, changes }: Heard): Judged {
  const state = { ...seen, pending: evaluation.pending }
  const { pending } = claimed.state
  const isChanged = changes.length > 0 || state.pending?.at !== pending?.at || state.pending?.value !== pending?.value
  if (!isChanged) return { state, changes: [], removed: [], notice: undefined, isChanged: false }
  const { state: settled, notice } = settle(state, tellingOf(claimed), lastOf(changes), now)
  const kept = changes.map((change) => keptOf(claimed, change, now, false))
  return { state: settled, changes: kept, removed: [], notice, isChanged: true }
}

function judgeCorrected({ now }: Work, claimed: ClaimedState, seen: UnitState, corrected: Corrected): Judged {
  const { state, told } = afterCorrection(seen, corrected, now)
  const { state: settled, notice } = settle(state, tellingOf(claimed), told, now)
  const { kept, added, removed } = corrected
  const changes = [
    ...kept.map((change) => keptOf(claimed, change, now, false)),
    ...added.map((change) => keptOf(claimed, change, now, true)),
  ]
  return { state: settled, changes, removed, notice, isChanged: true }
}

function tellingOf(claimed: ClaimedState): Telling {
  return { intervalMs: claimed.intervalMs, valueRule: valueRuleOf(claimed) }
}

function lastOf(changes: readonly StatusChange[]): LastChange | undefined {
  const [before, last] = [changes.at(-2), changes.at(-1)]
  if (last === undefined) return undefined
  const lastedMs = before === undefined ? undefined : last.at - before.at
  return { ...last, count: changes.length, lastedMs }
}

function keptOf({ state, constant }: ClaimedState, change: StatusChange, now: number, late: boolean): KeptChange {
  const { alertId, dataId } = state
  return { alertId, dataId, to: change.to, at: change.at, notedAt: now, value: change.value, limit: constant, late }
}
