import type { Transition } from '#records/conditions/judge-reading.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { type ClaimedState, createAlertStateStore, type KeptChange } from './alert-state-store.ts'
import type { CorrectedAlert, JudgedInOrder } from './correct-alert.ts'
import { conditionOf, type Notice, settle, type Settled, statusOf, type UnitState } from './unit-state.ts'
import { notSent } from '@fieldwatch/messages/server-sentences'
import type { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { mayRead } from '#records/store/source-policy.ts'
import { createNotificationStore, type NewNotification } from './notification-store.ts'
import {
  createRecipientStore,
  type Informed,
  type OnUnit,
  type Receiver,
  type Recipient,
  type WatchedUnit,
} from './recipient-store.ts'
import type { NotifiedUnit } from '#platform/database/tables.ts'

/** What is stored together of an alert on one unit. */
export interface JudgedAlert {
  readonly state: UnitState
  readonly changes: readonly KeptChange[]
  readonly removed: readonly number[]
  readonly notice: Notice | undefined
  /** Whether more is new than the last record. */
  readonly isChanged: boolean
}

/** What to store after records that changed nothing else. */
export function seenOnly(state: UnitState): JudgedAlert {
  return { state, changes: [], removed: [], notice: undefined, isChanged: false }
}

/** What to store after a judgement by the clock. */
export function judgedBy(settled: Settled, change?: KeptChange): JudgedAlert {
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
  const notices = changed.flatMap(({ notice }) => notice ?? [])
  await recordNotifications(tx, notices, { now, to: 'everyone' })
  return () => {
    for (const { state, changes, removed } of changed) {
      const { alertId, dataId } = state
      if (changes.length > 0 || removed.length > 0) bus.publish('alert-changed', { alertId, dataId })
    }
    if (notices.length > 0) bus.publish('alert-notifications', {})
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

interface Asked {
  readonly now: number
  /** New recipients have not been notified that the alert is triggered. Owners may get a mail about more of their things. */
  readonly to: 'everyone' | 'newcomers' | 'viewers' | 'receivers'
}

/** Notifies receivers that get alerts from now on that these are triggered, as they will get the end. */
export async function notifyOfBeginning(tx: Db, of: readonly OnUnit[], now: number): Promise<void> {
  await recordNotifications(tx, await createRecipientStore(tx).listAlarms(of), { now, to: 'receivers' })
}

/**
 * Notifies everyone who was notified that alerts are triggered on units, receivers included, that they watch these no more. Use it before
 * they end there, in that transaction. Returns whether there was anyone.
 */
export async function notifyOfEnd(
  tx: Db,
  of: readonly { readonly alertId: AlertId; readonly dataId: DataId }[],
  {
    reason,
    now,
    to = 'everyone',
  }: { readonly reason: string; readonly now: number; readonly to?: 'everyone' | 'viewers' },
): Promise<boolean> {
  const notified = await createRecipientStore(tx).listNotified(of)
  const about = {
    kind: 'ended',
    status: 'ok',
    at: undefined,
    value: undefined,
    changes: 1,
    notedAt: now,
    reason,
  } as const
  await recordNotifications(
    tx,
    notified.map((unit) => ({ ...unit, ...about })),
    { now, to },
  )
  return notified.length > 0
}

/** Records who is notified of what, by which channel, in the transaction that found it. */
export async function recordNotifications(tx: Db, notices: readonly Notice[], { now: at, to }: Asked): Promise<void> {
  if (notices.length === 0) return
  const store = createRecipientStore(tx)
  const watched = new Map((await store.listWatched(notices)).map((one) => [keyOf(one), one]))
  const people = to === 'receivers' ? [] : await listReaders(tx, notices, watched)
  const readers = Map.groupBy(people, ({ alertId }) => alertId)
  const entities =
    to === 'everyone' || to === 'receivers' ? [...new Set([...watched.values()].map(({ entity }) => entity))] : []
  const receivers = Map.groupBy(await store.listReceivers(entities), ({ entity }) => entity)
  const added: NewNotification[] = []
  for (const group of Map.groupBy(notices, ({ alertId, kind }) => `${alertId} ${kind}`).values()) {
    const known = group.flatMap((notice) => {
      const unit = watched.get(keyOf(notice))
      return unit === undefined ? [] : [{ notice, unit }]
    })
    const [first] = known
    if (first === undefined) continue
    const { alertId, kind } = first.notice
    const common = { alertId, entity: first.unit.entity, kind, at }
    for (const person of readers.get(alertId) ?? []) {
      const notifiedUnits = known.filter((one) => hears(person, one, to)).map(toNotifiedUnit)
      if (notifiedUnits.length > 0) added.push(...personal({ ...common, notifiedUnits }, person))
    }
    const all = { ...common, notifiedUnits: known.map(toNotifiedUnit) }
    for (const receiver of receivers.get(common.entity) ?? []) added.push(toReceiver(all, receiver))
  }
  await createNotificationStore(tx).add(added)
  if (to === 'receivers') return
  await store.setInformed(
    notices.map((notice) => ({ ...notice, people: informedBy(notice, watched.get(keyOf(notice)), readers) })),
  )
}

/** Who gets messages of alerts on units: those who may see everything that the alert watches there. */
async function listReaders(
  tx: Db,
  of: readonly OnUnit[],
  watched: ReadonlyMap<string, WatchedUnit>,
): Promise<Recipient[]> {
  const people = await createRecipientStore(tx).listPeople(of)
  return people.filter((person) =>
    Array.from(person.units).every((dataId) =>
      mayRead(person, ...(watched.get(keyOf({ alertId: person.alertId, dataId }))?.sources ?? [])),
    ),
  )
}

/** Which of these people know that alerts are triggered on units, and can no longer see them. */
export async function listLosing(tx: Db, people: readonly UserId[]): Promise<Informed[]> {
  const store = createRecipientStore(tx)
  const informed = await store.listInformed(people)
  if (informed.length === 0) return []
  const watched = new Map((await store.listWatched(informed)).map((one) => [keyOf(one), one]))
  const readers = await listReaders(tx, informed, watched)
  return informed.filter(
    ({ alertId, dataId, userId }) =>
      !readers.some((one) => one.alertId === alertId && one.userId === userId && one.units.has(dataId)),
  )
}

interface Known {
  readonly notice: Notice
  readonly unit: WatchedUnit
}

function keyOf({ alertId, dataId }: { readonly alertId: AlertId; readonly dataId: DataId }): string {
  return `${alertId}/${dataId}`
}

/** That it is over is for those who were notified of the alarm. */
function hears({ userId, units, owns }: Recipient, { notice, unit }: Known, to: Asked['to']): boolean {
  if (to === 'viewers' && owns) return false
  const knows = unit.informed.includes(userId)
  return units.has(unit.dataId) && (to === 'newcomers' ? !knows : knows || !OVER.includes(notice.kind))
}

const OVER: readonly NotificationKind[] = ['all-clear', 'ended']

function informedBy(
  { alertId, dataId, kind, status }: Notice,
  unit: WatchedUnit | undefined,
  readers: ReadonlyMap<AlertId, readonly Recipient[]>,
): UserId[] {
  if (status === 'ok') return []
  const hear = (readers.get(alertId) ?? []).filter(({ units }) => units.has(dataId)).map(({ userId }) => userId)
  return kind === 'alarm' ? hear : [...new Set([...(unit?.informed ?? []), ...hear])]
}

function toNotifiedUnit({ notice, unit: { dataId, name } }: Known): NotifiedUnit {
  const { status, at, notedAt, value, latest, changes, byEdit, reason } = notice
  return { dataId, name, status, at: at ?? null, notedAt, value: value ?? null, latest, changes, byEdit, reason }
}

interface Common {
  readonly alertId: AlertId
  readonly entity: EntityId
  readonly kind: NotificationKind
  readonly at: number
  readonly notifiedUnits: readonly NotifiedUnit[]
}

function personal(common: Common, { userId, email, phone, channels }: Recipient): NewNotification[] {
  const missing = phone === '' ? notSent('not-sent.phone-missing') : undefined
  const mail = { ...common, userId, channel: 'mail', recipient: email, withheld: undefined } as const
  const sms = { ...common, userId, channel: 'sms', recipient: phone, withheld: missing } as const
  return [...(channels.emailEnable ? [mail] : []), ...(channels.smsEnable ? [sms] : [])]
}

/** A receiver gets everything that is in the reach of its entity when the message is written. */
function toReceiver(common: Common, { id, name, channel }: Receiver): NewNotification {
  return { ...common, userId: undefined, receiverId: id, channel, recipient: name, withheld: undefined }
}
