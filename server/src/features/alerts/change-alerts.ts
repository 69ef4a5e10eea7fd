import { isDeepStrictEqual } from 'node:util'
import { kept, say } from '@fieldwatch/messages/server-sentences'
import { type AlertChanges, findAlertProblems, MOST_ALERTS, type NewAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId, UserId } from '@fieldwatch/contract/api/ids'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { type MailingParts, mailNotices } from '#delivery/consequences/mail-notices.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import type { BusEvents } from '#platform/bus/bus.ts'
import { starterOf } from '#people/credentials/find-starter.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField, requireNone } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { notifyReceivers } from './alert-end-store.ts'
import { createAlertOwnerStore } from './alert-owner-store.ts'
import { createAlertLifeStore } from './alert-life-store.ts'
import {
  getAlertRole,
  type JudgedAlert,
  requireInReach,
  requireMayChange,
  requireMaySee,
  requireMayWatch,
} from './alert-policy.ts'
import {
  type AlertDefinition,
  type AlertStore,
  createAlertStore,
  RULE_FIELDS,
  type StoredAlert,
} from './alert-store.ts'
import { beginWith } from './begin-with.ts'
import { createFollowedTableStore } from './followed-table-store.ts'
import { ALERTS } from './follower.ts'
import { isOfAdmins } from '#records/store/source-policy.ts'
import { judgeNewest, type NewestParts } from './judge-newest.ts'
import { createRecipientStore, type Informed } from './recipient-store.ts'
import { notifyOfBeginning, notifyOfEnd } from './save-judged.ts'
import { noLongerFollowed } from './settle-owners.ts'

export interface ChangeParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>, NewestParts, MailingParts {
  readonly followChange: FollowChange
}

/** Who changes an alert: in a request, or in the work that one started. */
export type Asker = Pick<Caller, 'userId' | 'token' | 'role' | 'entity' | 'reach'>

/**
 * Makes an alert. A person who asks is an owner of it. A program names the owners; without any, the person of its token is the owner.
 * @throws DomainError access/forbidden, entity/not-found, unit/not-found, user/not-found, alert/too-many, request/invalid
 */
export async function createAlert(parts: ChangeParts, caller: Asker, draft: NewAlert): Promise<AlertId> {
  const { alertID: _id, createdBy: _by, users: _users, ...rest } = draft
  const { owners: named, viewers: shared, devices: listed, ...given } = rest
  const definition: AlertDefinition = { ...given, entity: given.entity ?? caller.entity }
  requireMayWatch(caller, definition)
  const id = parts.random.id() as AlertId
  const devices = [...new Set(listed)]
  const owners = ownersOfNew(caller, named)
  const viewers = [...new Set(shared)].filter((userId) => !owners.includes(userId))
  const now = parts.clock()
  let publish = (): void => undefined
  await parts.db.transaction().execute(async (tx) => {
    const store = createAlertStore(tx)
    await requireReached(tx, store, caller, { entity: definition.entity, devices, people: [...owners, ...viewers] })
    if ((await store.countOf(definition.entity)) >= MOST_ALERTS) throw new DomainError('alert/too-many')
    const units = await beginWith(parts, tx, definition, devices, { now, caller })
    await store.create(id, definition, starterOf(caller).userId, now)
    await store.setPeople(id, owners, viewers)
    await store.watch(id, units, { now, forgets: true })
    await requireOwned(tx, id)
    publish = await judgeNewest(parts, tx, id, { dataIds: devices, now })
    await record(tx, caller, { id, at: now, action: 'create alert', entity: definition.entity, after: draft })
  })
  publish()
  notify(parts, id)
  return id
}

/** @throws DomainError request/invalid for a token of an entity that names no owner */
function ownersOfNew({ userId, token }: Asker, named: readonly UserId[]): UserId[] {
  if (token !== undefined && named.length > 0) return [...new Set(named)]
  if (token?.isOfEntity === true) throw noOwner()
  return [...new Set([userId, ...named])]
}

function noOwner(): DomainError {
  return invalidField('owners', 'answers.owner')
}

interface AskedChange {
  readonly id: AlertId
  /** The version that was seen. */
  readonly seen: number | undefined
  readonly changes: AlertChanges
}

/**
 * Changes an alert; what is left out stays, and so does what is out of the caller's reach. Where it says otherwise than before when it is
 * triggered, its units are judged at once, and what stays triggered keeps what people did about it. Returns the new version.
 * @throws DomainError alert/not-found, access/forbidden, alert/changed, alert/too-many, entity/not-found, unit/not-found, user/not-found,
 *   request/invalid
 */
export async function updateAlert(parts: ChangeParts, caller: Asker, asked: AskedChange): Promise<number> {
  const { version, publish } = await parts.db.transaction().execute(async (tx) => {
    const changed = await changeAlert(tx, parts, caller, asked)
    await mailNotices(
      parts,
      tx,
      changed.takenOut.map((one) => ({ ...noLongerFollowed(one), about: 'ended' })),
      {
        reason: (t) => t('mails.taken-out'),
        letter: {
          subject: (t) => t('mails.no-longer-followed.subject'),
          advice: (t) => t('mails.taken-out.act'),
        },
        caller: { userId: starterOf(caller).userId, reach: caller.reach },
      },
    )
    return changed
  })
  publish()
  return version
}

/** As `updateAlert`, within a transaction. Returns what to publish once that is committed, and who knows that it is triggered and left it. */
export async function changeAlert(
  tx: Db,
  parts: Pick<ChangeParts, 'bus' | 'clock' | 'reader' | 'places'>,
  caller: Asker,
  { id, seen, changes }: AskedChange,
): Promise<{ version: number; takenOut: readonly Informed[]; publish: () => void }> {
  const by = starterOf(caller).userId
  const now = parts.clock()
  const store = createAlertStore(tx)
  const before = await store.findForChange(id, caller.reach)
  requireMayChange(caller, judgedOf(before))
  if (before === undefined) throw new DomainError('alert/not-found')
  const unheard = await createAlertOwnerStore(tx).listUnheard(id)
  await requireSeen(tx, caller, { kind: 'alert', id }, seen)
  const { owners: named, viewers: shared, devices: listed, ...fields } = changes
  const definition: AlertDefinition = { ...before.definition, ...withoutUndefined(fields) }
  requireFit(definition)
  requireMayWatch(caller, definition)
  const people = peopleAfter(before, caller, named, shared)
  if (people.owners.length === 0) throw noOwner()
  const unitsBefore = before.units.map(({ dataId }) => dataId)
  const devices = devicesAfter(before, listed)
  await requireReached(tx, store, caller, {
    entity: definition.entity,
    devices: devices.filter((dataId) => !unitsBefore.includes(dataId)),
    people: [...people.owners, ...people.viewers].filter(
      (userId) => !before.people.some((one) => one.userId === userId),
    ),
  })
  if (definition.entity !== before.definition.entity && (await store.countOf(definition.entity)) >= MOST_ALERTS)
    throw new DomainError('alert/too-many')
  const isOther =
    RULE_FIELDS.some((field) => !isDeepStrictEqual(definition[field], before.definition[field])) ||
    (definition.schedule !== null && definition.timeZone !== before.definition.timeZone)
  const revived = await listRevived(tx, before, definition)
  const restarted = isOther
    ? devices
    : devices.filter((dataId) => !unitsBefore.includes(dataId) || revived.includes(dataId))
  const units = await beginWith(parts, tx, definition, restarted, {
    now,
    caller,
    judged: isOther ? devices : restarted,
  })
  const watched = unitsBefore.map((dataId) => ({ alertId: id, dataId }))
  const isGiven = definition.entity !== before.definition.entity
  if (isGiven) await notifyReceivers(tx, watched, { reason: GIVEN, now })
  await store.update(id, definition)
  if (isGiven) await notifyOfBeginning(tx, watched, now)
  const stay = new Set([...people.owners, ...people.viewers])
  const leavers = before.people.map(({ userId }) => userId).filter((userId) => !stay.has(userId))
  const takenOut = (await createRecipientStore(tx).listInformed(leavers)).filter(({ alertId }) => alertId === id)
  await store.setPeople(id, people.owners, people.viewers)
  const leaving = unitsBefore.filter((dataId) => !devices.includes(dataId))
  await notifyOfEnd(
    tx,
    leaving.map((dataId) => ({ alertId: id, dataId })),
    { reason: LEFT_OUT, now },
  )
  await store.unwatch(id, leaving)
  const forgets = !isDeepStrictEqual(watchedOf(definition), watchedOf(before.definition))
  await store.watch(id, units, { now, forgets })
  await requireOwned(tx, id, unheard)
  const again = units.filter(({ dataId }) => unitsBefore.includes(dataId))
  await createAlertLifeStore(tx).noteChanged(id, again, { userId: by, now })
  const judged = await judgeNewest(parts, tx, id, { dataIds: units.map(({ dataId }) => dataId), now })
  if (!isOther && definition.interval !== before.definition.interval) await store.lookAgain(id, now)
  const audited = { before: before.definition, after: changes }
  await record(tx, caller, { id, at: now, action: 'change alert', entity: definition.entity, ...audited })
  const left = leftBy(before, leavers)
  const version = await createVersionStore(tx).raise({ kind: 'alert', id }, { by, at: now })
  return {
    version,
    takenOut,
    publish: () => {
      judged()
      notify(parts, id, left)
    },
  }
}

const LEFT_OUT = kept('mails.left-out-of-alert')
const GIVEN = kept('mails.alert-given')

/** On what an alert looks, whatever its limits. */
function watchedOf({ type, source, event, condition }: AlertDefinition) {
  return { type, source, event, field: condition?.field }
}

/** @throws DomainError alert/not-found, access/forbidden */
export async function removeAlert(parts: ChangeParts, caller: Asker, id: AlertId): Promise<void> {
  const left = await parts.db.transaction().execute(async (tx) => {
    const store = createAlertStore(tx)
    const before = await store.findForChange(id, caller.reach)
    requireMayChange(caller, judgedOf(before))
    if (before === undefined) throw new DomainError('alert/not-found')
    const now = parts.clock()
    await parts.followChange(tx, {
      change: { kind: 'alert-deleted', alertID: id },
      reason: (t) => t('mails.alert-deleted'),
      letter: { subject: (t) => t('mails.alert-deleted.subject'), advice: (t) => t('mails.alert-deleted.act') },
      caller: { userId: starterOf(caller).userId, reach: caller.reach },
      now,
    })
    await store.remove(before)
    const { entity } = before.definition
    await record(tx, caller, { id, at: now, action: 'remove alert', entity, before: before.definition })
    return leftBy(
      before,
      before.people.map(({ userId }) => userId),
    )
  })
  notify(parts, id, left)
}

/**
 * Stops or resumes the notifications of an alert for a person. A recipient who is not an owner leaves it.
 * @throws DomainError alert/not-found
 */
export async function subscribe(
  parts: ChangeParts,
  caller: Asker,
  { id, subscribe: wanted }: { readonly id: AlertId; readonly subscribe: boolean },
): Promise<void> {
  const left = await parts.db.transaction().execute(async (tx) => {
    const store = createAlertStore(tx)
    const before = await store.findForChange(id, caller.reach)
    const judged = judgedOf(before)
    requireMaySee(caller, judged)
    const alertRole = getAlertRole(caller, judged)
    if (alertRole === 'none') throw new DomainError('alert/not-found')
    // Who left by the link in a mail still has the alert shared with them.
    if (alertRole === 'owner' || wanted) await store.setSubscription(id, caller.userId, { unsubscribed: !wanted })
    else await store.removePerson(id, caller.userId)
    const action = wanted ? 'subscribe to alert' : 'unsubscribe from alert'
    await record(tx, caller, { id, at: parts.clock(), action, entity: judged.entity })
    return leftBy(judged, wanted ? [] : [caller.userId])
  })
  parts.bus.publish('alert-changed', { alertId: id, left })
}

/** The parts of an alert that decide who may do what. */
export function judgedOf(alert: StoredAlert | undefined) {
  if (alert === undefined) return undefined
  const { people, units, sources } = alert
  return { entity: alert.definition.entity, sources, people, units }
}

async function requireReached(
  tx: Db,
  store: AlertStore,
  caller: Asker,
  named: { entity: AlertDefinition['entity']; devices: readonly DataId[]; people: readonly UserId[] },
): Promise<void> {
  const units = await createUnitStore(tx).listInReach(named.devices, caller.reach)
  const people = await store.listPeopleIn(named.people, caller.reach)
  requireInReach(caller, named, { units, people })
}

/**
 * Each unit has an owner who can be notified of it, apart from those that had none before.
 * @throws DomainError request/invalid
 */
async function requireOwned(tx: Db, id: AlertId, before: readonly { readonly dataId: DataId }[] = []): Promise<void> {
  const unheard = await createAlertOwnerStore(tx).listUnheard(id)
  const [first] = unheard.filter(({ dataId }) => !before.some((one) => one.dataId === dataId))
  if (first !== undefined) throw invalidField('owners', say('answers.no-owner-sees', { unit: first.name }))
}

/** Units with which the alert ended and that have its source or its event table again. */
async function listRevived(tx: Db, before: StoredAlert, { source, event }: AlertDefinition): Promise<DataId[]> {
  const ended = before.units.flatMap((unit) => (unit.ended ? [unit.dataId] : []))
  if (ended.length === 0) return []
  if (event !== null) return (await createFollowedTableStore(tx).list(ended, event)).map(({ dataId }) => dataId)
  if (source === null) return []
  return (await createAlertStore(tx).listSourceKeys(ended, source)).map(({ dataId }) => dataId)
}

/** Units and people that are out of the caller's reach stay as they are. */
function devicesAfter({ units }: StoredAlert, wanted: readonly DataId[] | undefined): DataId[] {
  if (wanted === undefined) return units.map(({ dataId }) => dataId)
  return [...new Set([...wanted, ...units.filter(({ inReach }) => !inReach).map(({ dataId }) => dataId)])]
}

function peopleAfter(
  { people }: StoredAlert,
  { reach }: Pick<Caller, 'reach'>,
  named: readonly UserId[] | undefined,
  shared: readonly UserId[] | undefined,
): { owners: UserId[]; viewers: UserId[] } {
  const peopleOf = (owns: boolean, wanted: readonly UserId[] | undefined): UserId[] => {
    const known = people.filter((person) => person.owns === owns)
    const staying = wanted === undefined ? known : known.filter(({ entity }) => !reach.includes(entity))
    return [...new Set([...(wanted ?? []), ...staying.map(({ userId }) => userId)])]
  }
  const owners = peopleOf(true, named)
  return { owners, viewers: peopleOf(false, shared).filter((userId) => !owners.includes(userId)) }
}

function requireFit(definition: AlertDefinition): void {
  requireNone(findAlertProblems(definition))
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // What is left out of the object is left out of the type by its optional fields.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

type Left = NonNullable<BusEvents['alert-changed']['left']>

/** For whom an alert is no longer there. */
function leftBy(alert: StoredAlert | JudgedAlert, people: readonly UserId[]): Left {
  const entity = 'definition' in alert ? alert.definition.entity : alert.entity
  return { entity, people, ofAdmins: alert.sources.some(isOfAdmins) }
}

export function notify({ bus }: Pick<ChangeParts, 'bus'>, id: AlertId, left?: Left): void {
  bus.publish('followers-changed', { consumer: ALERTS })
  bus.publish('alert-changed', { alertId: id, ...(left === undefined ? {} : { left }) })
}

function record(
  tx: Db,
  caller: Asker,
  { id, entity, ...change }: AuditedChange & { readonly id: AlertId; readonly entity: AlertDefinition['entity'] },
): Promise<void> {
  return createAuditStore(tx).recordChange(caller, { kind: 'alert', id, entity }, change)
}
