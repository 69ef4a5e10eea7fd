import { kept, notSent, say } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import { nextDue } from '@fieldwatch/contract/reports/schedule-times'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { mayReach } from '#people/access/access-policy.ts'
import { type Addressee, nameOf } from '#people/access/addressee.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import type { PeopleChange, SettleRecipients } from '#people/access/settle-recipients.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { createAlertOwnerStore, type OwnedAlert } from '#features/alerts/alert-owner-store.ts'
import { createScheduleEndStore, type RunningSchedule } from '#features/report-schedules/schedule-end-store.ts'
import { type MailingParts, mailPeople, type OwnedThing } from './mail-people.ts'

interface Parts extends MailingParts {
  readonly bus: Pick<Bus, 'publish'>
}

interface Settling extends PeopleChange {
  readonly ids: readonly UserId[]
}

/**
 * An alert of which no owner can be notified goes to a chosen person, otherwise to the admins of its entity or of the nearest entity above
 * it that has some. These replace them until one of its own owners is back. Scheduled reports without recipients pause, and resume likewise.
 */
export function createSettleRecipients({ bus, ...mailing }: Parts): SettleRecipients {
  return async (tx, change) => {
    const ids = 'userIds' in change.of ? change.of.userIds : await createPersonStore(tx).listOfEntity(change.of.entity)
    const settling: Settling = { ...change, ids }
    const orphaned = await handOver(tx, settling)
    await pauseReports(tx, settling)
    const regained = change.deleted === undefined ? await giveBack(tx, settling) : []
    if (change.deleted === undefined) await resumeReports(tx, settling)
    else await createOutboxStore(tx).giveUpToUsers(ids, { at: change.now, reason: notSent('not-sent.user-deleted') })
    return () => {
      for (const { alertId } of [...orphaned, ...regained]) bus.publish('alert-changed', { alertId })
    }
  }

  async function handOver(tx: Db, settling: Settling): Promise<OwnedAlert[]> {
    const { ids, reason, deleted, caller, now } = settling
    const store = createAlertOwnerStore(tx)
    const leaving = deleted === undefined ? [] : ids
    const chosen =
      deleted?.to === undefined ? undefined : await findChosen(tx, { to: deleted.to, ids, reach: caller.reach })
    const alerts = await store.listOrphaned(ids, leaving)
    const heirs = new Map<EntityId, readonly Addressee[]>()
    const things: OwnedThing[] = []
    for (const alert of alerts) {
      const owners =
        chosen === undefined ? (heirs.get(alert.entity) ?? (await listAdmins(tx, alert, leaving))) : [chosen]
      heirs.set(alert.entity, owners)
      const text =
        owners.length === 0 ? kept('mails.handed-over.no-admin') : kept('mails.handed-over', { names: namesOf(owners) })
      const userIds = owners.map(({ userId }) => userId)
      const ending = { now, by: caller.userId, reason: `${reason(kept)}\n${text}` }
      await store.handOver(alert.alertId, userIds, { ...ending, standIn: chosen === undefined })
      await record(tx, settling, { alert, action: 'hand over alert', owners })
      const sentence: Sentence = (t) => t('mails.handed-over.one', { alert: alert.name })
      things.push(...owners.map((owner) => ({ ...owner, text: sentence })))
    }
    await mail(tx, things, { reason, about: 'handed-over' })
    return alerts
  }

  async function giveBack(tx: Db, settling: Settling): Promise<OwnedAlert[]> {
    const { ids, caller, now } = settling
    const store = createAlertOwnerStore(tx)
    const alerts = await store.listRegained(ids)
    const sentence: Sentence = (t) => t('mails.given-back')
    const reason = sentence(kept)
    const things: OwnedThing[] = []
    for (const alert of alerts) {
      const former = await store.giveBack(alert.alertId, { now, by: caller.userId, reason })
      await record(tx, { ...settling, reason: sentence }, { alert, action: 'give back alert', owners: [] })
      const people = (await createPersonStore(tx).listAddressees(former)).filter(({ active }) => active)
      const text: Sentence = (t) => t('mails.given-back.one', { alert: alert.name })
      things.push(...people.map((one) => ({ ...one, text })))
    }
    await mail(tx, things, { reason: sentence, about: 'given-back' })
    return alerts
  }

  async function pauseReports(tx: Db, settling: Settling): Promise<void> {
    const { ids, reason, deleted } = settling
    const store = createScheduleEndStore(tx)
    const leaving = deleted === undefined ? [] : ids
    const schedules = await store.listOrphaned(ids, leaving)
    const why = `${reason(kept)}\n${kept('mails.no-recipients')}`
    const stopped = schedules.map(({ id }) => id)
    await store.stop(stopped, why, { awaitsRecipients: true })
    const things: OwnedThing[] = []
    for (const schedule of schedules) {
      await record(tx, settling, { schedule, action: 'pause report schedule' })
      const admins = await listAdmins(tx, schedule, leaving)
      const text: Sentence = (t) => t('mails.report-paused', { report: schedule.name })
      things.push(...admins.map((one) => ({ ...one, text })))
    }
    await mail(tx, things, { reason, about: 'no-recipients' })
  }

  async function mail(
    tx: Db,
    things: readonly OwnedThing[],
    { reason, about }: { readonly reason: Sentence; readonly about: 'handed-over' | 'given-back' | 'no-recipients' },
  ): Promise<void> {
    await mailPeople(mailing, tx, things, {
      subject: (t) => t(`mails.${about}.subject`),
      reason,
      advice: (t) => t(`mails.${about}.act`),
    })
  }
}

async function resumeReports(tx: Db, settling: Settling): Promise<void> {
  const store = createScheduleEndStore(tx)
  for (const schedule of await store.listRegained(settling.ids)) {
    await store.resume(schedule.id, nextDue(schedule.rhythm, settling.now))
    await record(tx, settling, { schedule, action: 'resume report schedule' })
  }
}

type Recorded =
  | { readonly action: ActivityAction; readonly alert: OwnedAlert; readonly owners: readonly Addressee[] }
  | { readonly action: ActivityAction; readonly schedule: RunningSchedule }

async function record(tx: Db, { reason: sentence, caller, now }: Settling, recorded: Recorded): Promise<void> {
  const reason = sentence(kept)
  const { action } = recorded
  const audit = createAuditStore(tx)
  if ('alert' in recorded) {
    const { alertId: id, entity, name } = recorded.alert
    const after = { name, owners: recorded.owners.map(nameOf), reason }
    return audit.recordChange(caller, { kind: 'alert', id, entity }, { at: now, action, after })
  }
  const { id, dataId, entity, name } = recorded.schedule
  const subject = { kind: 'report schedule', id: `${dataId}/${id}`, entity }
  return audit.recordChange(caller, subject, { at: now, action, after: { name, reason } })
}

interface Choice {
  readonly to: UserId
  readonly ids: readonly UserId[]
  readonly reach: readonly EntityId[]
}

/** @throws DomainError user/not-found, request/invalid */
async function findChosen(tx: Db, { to, ids, reach }: Choice): Promise<Addressee> {
  const [person] = await createPersonStore(tx).listAddressees([to])
  if (person === undefined || !mayReach({ reach }, person.entity)) throw new DomainError('user/not-found')
  const message = ids.includes(to)
    ? say('answers.heir-deleted')
    : person.active
      ? undefined
      : say('answers.person-disabled', { name: nameOf(person) })
  if (message === undefined) return person
  throw invalidField('handOverTo', message)
}

async function listAdmins(
  tx: Db,
  { entity }: { readonly entity: EntityId },
  without: readonly UserId[],
): Promise<Addressee[]> {
  const admins = await createAlertOwnerStore(tx).listNearestAdmins(entity, without)
  return createPersonStore(tx).listAddressees(admins)
}

function namesOf(people: readonly Addressee[]): string {
  return people.map(nameOf).join(', ')
}
