import type { EntityId, UserId } from '@fieldwatch/contract/ids'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { mayReach } from '#people/access/access-policy.ts'
import type { Addressee } from '#people/access/addressee.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import type { HandOverUsers } from '#people/users/delete-users.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createAlertEndStore, type OrphanedAlert } from '#records/alerts/alert-end-store.ts'
import { createScheduleEndStore } from '#records/report-schedules/schedule-end-store.ts'
import { createDependantStore } from './dependant-store.ts'
import type { EndingParts } from './end-source-dependants.ts'
import { mailPeople, type OwnedThing } from './mail-people.ts'

/**
 * Gives the alerts of users who are deleted to a chosen person, otherwise to the admins of the alert's entity or of the nearest entity
 * above it that has some, pauses scheduled reports that would have no recipient, and gives up what waits in the outbox for them. Returns
 * what to publish after the commit.
 */
export function createHandOverUsers({ bus, queueMail, publicUrl }: EndingParts): HandOverUsers {
  return async (tx, { users, to, caller, address, now }) => {
    const ids = users.map(({ id }) => id)
    const reason = `${users.map(nameOf).join(', ')} ${users.length === 1 ? 'was' : 'were'} deleted.`
    const chosen = to === undefined ? undefined : await findChosen(tx, { to, ids, reach: caller.reach })
    const ending = { now, by: caller.userId }
    const alerts = await createAlertEndStore(tx).listOrphaned(ids)
    const things: OwnedThing[] = []
    for (const alert of alerts) {
      const owners = chosen === undefined ? await listAdmins(tx, alert, ids) : [chosen]
      const heirs = owners.map(nameOf).join(', ')
      const text = owners.length === 0 ? 'No admin is left to own the alert.' : `Handed over to ${heirs}.`
      await createAlertEndStore(tx).handOver(
        alert.alertId,
        owners.map(({ userId }) => userId),
        { ...ending, reason: `${reason} ${text}` },
      )
      await createAuditStore(tx).record({
        at: now,
        userId: caller.userId,
        entityId: alert.entity,
        action: 'hand over alert',
        subjectKind: 'alert',
        subjectId: alert.alertId,
        before: { owners: users.map(nameOf) },
        after: { name: alert.name, owners: owners.map(nameOf) },
        address,
      })
      things.push(...owners.map((owner) => ({ ...owner, text: `You own the alert “${alert.name}” now.` })))
    }
    await mailPeople(tx, queueMail, things, {
      subject: 'You own alerts now',
      reason,
      advice: 'You get their messages, and can change or share them:',
      url: `${publicUrl()}/settings?tab=alerts`,
    })
    await createOutboxStore(tx).giveUpToUsers(ids, { at: now, reason: 'The user was deleted.' })
    const schedules = await createScheduleEndStore(tx).listOnlyFor(ids)
    await createScheduleEndStore(tx).stop(
      schedules.map(({ id }) => id),
      `${reason} Nobody else gets this report.`,
    )
    for (const { id, dataId, entity, name } of schedules) {
      await createAuditStore(tx).record({
        at: now,
        userId: caller.userId,
        entityId: entity,
        action: 'pause report schedule',
        subjectKind: 'report schedule',
        subjectId: `${dataId}/${id}`,
        after: { name, reason },
        address,
      })
    }
    return () => {
      for (const { alertId } of alerts) bus.publish('alert-changed', { alertId })
    }
  }
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
    ? 'Choose somebody who is not deleted as well.'
    : person.active
      ? undefined
      : `${nameOf(person)} is disabled.`
  if (message === undefined) return person
  throw new DomainError('request/invalid', { message, details: { fields: { handOverTo: message } } })
}

async function listAdmins(tx: Db, { entity }: OrphanedAlert, without: readonly UserId[]): Promise<Addressee[]> {
  const admins = await createDependantStore(tx).listNearestAdmins(entity, without)
  return createPersonStore(tx).listAddressees(admins)
}

function nameOf({ firstName, lastName, email }: Pick<Addressee, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}
