import { toNumber } from '@fieldwatch/contract/data'
import type { AlertId, DataId } from '@fieldwatch/contract/ids'
import type { ArrivedStep, TogetherConsumer, Turn } from '#records/arrivals/consumer.ts'
import { listImportedArrivals } from '#records/imports/imported-arrivals-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import { type ClaimedState, createAlertStateStore, type KeptChange } from './alert-state-store.ts'
import { correctHistory, type Corrected } from './correct-history.ts'
import { ALERTS, followerOf } from './follower.ts'
import { evaluate, type Reading, type StatusChange } from './evaluate-value.ts'
import { type LastChange, type Notice, settle, type UnitState, valueRuleOf } from './unit-state.ts'

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
  const { now } = work
  const rule = valueRuleOf(claimed)
  const telling = { intervalMs: claimed.intervalMs, valueRule: rule }
  const { inOrder, late } = sortReadings(
    claimed,
    arrived.flatMap(({ followed: { key }, records }) => {
      const imported = key === undefined ? undefined : work.imported.get(key)
      return records.map((record) => ({ ...record, isImported: imported?.has(record.receivedAt) === true }))
    }),
  )
  const before = claimed.state
  const corrected =
    late.length === 0 ? undefined : await correctHistory(work, claimed, rule, { late, key: arrived[0]?.followed.key })
  let evaluation = corrected?.evaluation ?? before
  const changes: StatusChange[] = []
  for (const reading of inOrder) {
    const { after, changes: found } = evaluate(rule, evaluation, reading)
    evaluation = after
    changes.push(...found)
  }
  const last = inOrder.at(-1)
  const seen = last === undefined ? {} : { lastAt: last.at, lastValue: last.value }
  const started = corrected === undefined ? before : stateAfter(before, corrected, now)
  const state: UnitState = { ...started, ...seen, pending: evaluation.pending }
  const isChanged = corrected !== undefined || changes.length > 0 || state.pending?.at !== before.pending?.at
  if (!isChanged) return { state, changes: [], removed: [], notice: undefined, isChanged: false }
  const told = corrected !== undefined && changes.length === 0 ? clearedBy(before, corrected) : lastOf(changes)
  const settled = settle(state, telling, told, now)
  const kept = changes.map((change) => keptOf(claimed, change, now, false))
  const brought = (corrected?.added ?? []).map((change) => keptOf(claimed, change, now, true))
  return {
    state: settled.state,
    changes: [...brought, ...kept],
    removed: corrected?.removed ?? [],
    notice: settled.notice,
    isChanged: true,
  }
}

/** The state that a correction brought, of which nobody is told: neither that it was triggered, nor what it was in between. */
function stateAfter(known: UnitState, corrected: Corrected, now: number): UnitState {
  const { evaluation, last, isOfLast, lastValue = known.lastValue, added } = corrected
  const since = evaluation.status === known.status && added.includes(last) ? { at: last.at, value: last.value } : {}
  const before = { ...known, ...since, lastValue }
  if (isOfLast || evaluation.status === before.status) return { ...before, pending: evaluation.pending }
  const changed = { ...before, ...evaluation, at: last.at, value: last.value, changedAt: now, acknowledged: false }
  return evaluation.status === 'ok' ? before : { ...changed, pace: { ...before.pace, told: 'high' } }
}

/** That it is not triggered after all is told to those who heard that it is. */
function clearedBy(before: UnitState, { evaluation, last, isOfLast }: Corrected): LastChange | undefined {
  if (evaluation.status === before.status) return undefined
  if (evaluation.status === 'high' && !isOfLast) return undefined
  return { to: evaluation.status, at: last.at, value: last.value, count: 1 }
}

function lastOf(changes: readonly StatusChange[]): LastChange | undefined {
  const [before, last] = [changes.at(-2), changes.at(-1)]
  if (last === undefined) return undefined
  const lastedMs = before === undefined ? undefined : last.at - before.at
  return { ...last, count: changes.length, lastedMs }
}

/**
 * Those with a number, in the order of arrival; what is not later than all before it is late. What was imported corrects what was
 * judged, and is no news beyond that: the next record of the unit is judged.
 */
function sortReadings(
  { state, beginsAt, field }: ClaimedState,
  records: readonly (StoredRecord & { readonly isImported: boolean })[],
): { inOrder: Reading[]; late: Reading[] } {
  const [inOrder, late]: [Reading[], Reading[]] = [[], []]
  let lastAt = state.lastAt ?? -Infinity
  for (const record of records) {
    if (record.at < beginsAt || (record.isImported && record.at > lastAt)) continue
    const value = numberOf(record, field)
    if (value === undefined) {
      // A record that replaces one with a number takes that away.
      if (record.at <= lastAt) late.push({ ...record, value: Number.NaN })
      continue
    }
    const reading = { at: record.at, receivedAt: record.receivedAt, value }
    if (record.at <= lastAt) late.push(reading)
    else {
      inOrder.push(reading)
      lastAt = record.at
    }
  }
  return { inOrder, late }
}

function numberOf({ fields }: StoredRecord, field: string): number | undefined {
  const values = JSON.parse(fields) as Record<string, unknown>
  const value = Object.hasOwn(values, field) ? toNumber(values[field]) : Number.NaN
  return Number.isNaN(value) ? undefined : value
}

function keptOf({ state, constant }: ClaimedState, change: StatusChange, now: number, late: boolean): KeptChange {
  const { alertId, dataId } = state
  return { alertId, dataId, to: change.to, at: change.at, notedAt: now, value: change.value, limit: constant, late }
}
