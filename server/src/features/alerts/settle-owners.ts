import { kept, say } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import type { Applied, Made, Notice } from '#delivery/consequences/declaration.ts'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import { mayReach } from '#people/access/access-policy.ts'
import { type Addressee, nameOf } from '#people/access/addressee.ts'
import { findChangedRights, type RightsChange } from '#people/access/changed-rights.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { createAlertOwnerStore, type OrphanedAlert, type OwnedAlert } from './alert-owner-store.ts'
import { type Publishing, tell } from './end-alerts.ts'
import { createRecipientStore } from './recipient-store.ts'
import { listLosing } from './save-judged.ts'

/**
 * An alert on units of which no owner can be notified goes to a chosen person, otherwise to the admins of its entity or of the nearest entity
 * above it that has some, and for units that these do not see to the admins of the unit's. They stand in until its own owners are back.
 */
export async function settleOwners(parts: Publishing, tx: Db, made: Made<RightsChange['kind']>): Promise<Applied> {
  const { people } = await findChangedRights(tx, made.change)
  const handedOver = await handOver(tx, made, people)
  const losing = await listLosing(tx, people)
  await createRecipientStore(tx).forget(losing)
  const givenBack = made.change.kind === 'person-deleted' ? undefined : await giveBack(tx, made, people)
  return {
    notices: [...handedOver.notices, ...(givenBack?.notices ?? []), ...losing.map(noLongerFollowed)],
    publish: tell(parts, [...handedOver.alerts, ...(givenBack?.alerts ?? [])]),
  }
}

export function noLongerFollowed({
  name: alert,
  unitName: unit,
  email,
  firstName,
  language,
}: Required<Recipient> & { readonly name: string; readonly unitName: string }): Notice {
  return {
    email,
    firstName,
    language,
    about: 'no-longer-followed',
    text: (t) => t('mails.alert-left', { alert, unit }),
  }
}

interface HandedOver {
  readonly alerts: readonly OwnedAlert[]
  readonly notices: readonly Notice[]
}

async function handOver(
  tx: Db,
  { change, reason, caller, now }: Made<RightsChange['kind']>,
  people: readonly UserId[],
): Promise<HandedOver> {
  const store = createAlertOwnerStore(tx)
  const leaving = change.kind === 'person-deleted' ? people : []
  const to = change.kind === 'person-deleted' ? change.handOverTo : undefined
  const chosen = to === undefined ? undefined : await findChosen(tx, { to, people, reach: caller.reach })
  const alerts = await store.listOrphaned(people, { leaving })
  if (chosen !== undefined) await requireSees(store, chosen, alerts)
  const findAdmins = findEachOnce(tx, leaving)
  const notices: Notice[] = []
  for (const alert of alerts) {
    const owners = chosen === undefined ? await findStandIns(findAdmins, alert) : [chosen]
    const names = owners.map(nameOf).join(', ')
    const text = owners.length === 0 ? kept('mails.handed-over.no-admin') : kept('mails.handed-over', { names })
    const userIds = owners.map(({ userId }) => userId)
    const ending = { now, by: caller.userId, reason: `${reason(kept)}\n${text}` }
    await store.handOver(alert.alertId, userIds, { ...ending, standIn: chosen === undefined })
    const after = { name: alert.name, owners: owners.map(nameOf), reason: reason(kept) }
    await recordAlert(tx, caller, { alert, at: now, action: 'hand over alert', after })
    // Its own message about that may come up to an hour later, as the one before it may be a minute old.
    const about = alert.isTriggered === true ? 'mails.handed-over.triggered' : 'mails.handed-over.one'
    const sentence: Sentence = (t) => t(about, { alert: alert.name })
    notices.push(...owners.map((owner): Notice => ({ ...owner, about: 'handed-over', text: sentence })))
  }
  return { alerts, notices }
}

type FindAdmins = (entity: EntityId) => Promise<readonly Addressee[]>

/** The admins that are nearest to an entity. */
function findEachOnce(tx: Db, leaving: readonly UserId[]): FindAdmins {
  const found = new Map<EntityId, readonly Addressee[]>()
  return async (entity) => {
    const admins = found.get(entity) ?? (await createPersonStore(tx).listNearestAdmins(entity, leaving))
    found.set(entity, admins)
    return admins
  }
}

/** So that each unit has one who sees it, as far as there are admins. */
async function findStandIns(findAdmins: FindAdmins, { entity, unheard }: OrphanedAlert): Promise<Addressee[]> {
  const standIns = new Map<UserId, Addressee>()
  const add = (people: readonly Addressee[]): void => people.forEach((one) => standIns.set(one.userId, one))
  const ofAlert = await findAdmins(entity)
  add(ofAlert.filter((one) => unheard.length === 0 || unheard.some((unit) => sees(one, unit))))
  for (const unit of unheard) {
    if (standIns.values().some((one) => sees(one, unit))) continue
    for (const ofUnit of unit.entities) {
      const admins = await findAdmins(ofUnit)
      add(admins)
      if (admins.length > 0) break
    }
  }
  return [...standIns.values()]
}

const sees = ({ reach }: Addressee, { entities }: OrphanedAlert['unheard'][number]): boolean =>
  entities.some((entity) => reach.includes(entity))

async function giveBack(
  tx: Db,
  { caller, now }: Made<RightsChange['kind']>,
  people: readonly UserId[],
): Promise<HandedOver> {
  const store = createAlertOwnerStore(tx)
  const alerts = await store.listRegained(people)
  const reason = kept('mails.given-back')
  const notices: Notice[] = []
  for (const alert of alerts) {
    const former = await store.giveBack(alert.alertId, { now, by: caller.userId, reason })
    const after = { name: alert.name, owners: [], reason }
    await recordAlert(tx, caller, { alert, at: now, action: 'give back alert', after })
    const people = (await createPersonStore(tx).listAddressees(former)).filter(({ active }) => active)
    const text: Sentence = (t) => t('mails.given-back.one', { alert: alert.name })
    notices.push(...people.map((one): Notice => ({ ...one, about: 'given-back', text })))
  }
  return { alerts, notices }
}

export async function recordAlert(
  tx: Db,
  caller: Made<ChangeKind>['caller'],
  { alert: { alertId: id, entity }, ...change }: AuditedChange & { readonly alert: OwnedAlert },
): Promise<void> {
  await createAuditStore(tx).recordChange(caller, { kind: 'alert', id, entity }, change)
}

interface Choice {
  readonly to: UserId
  readonly people: readonly UserId[]
  readonly reach: readonly EntityId[]
}

/** @throws DomainError request/invalid when the person cannot see the units without an owner */
async function requireSees(
  store: ReturnType<typeof createAlertOwnerStore>,
  person: Addressee,
  alerts: readonly OrphanedAlert[],
): Promise<void> {
  const unseen = await store.findUnseenBy(person.userId, alerts)
  if (unseen === undefined) return
  throw invalidField('handOverTo', say('answers.heir-sees-nothing', { name: nameOf(person), alert: unseen.name }))
}

/** @throws DomainError user/not-found, request/invalid */
async function findChosen(tx: Db, { to, people, reach }: Choice): Promise<Addressee> {
  const [person] = await createPersonStore(tx).listAddressees([to])
  if (person === undefined || !mayReach({ reach }, person.entity)) throw new DomainError('user/not-found')
  const message = people.includes(to)
    ? say('answers.heir-deleted')
    : person.active
      ? undefined
      : say('answers.person-disabled', { name: nameOf(person) })
  if (message === undefined) return person
  throw invalidField('handOverTo', message)
}
