import type { UserId } from '@fieldwatch/contract/api/ids'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { nameOf } from '#people/access/addressee.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createAlertOwnerStore } from './alert-owner-store.ts'

/**
 * Who can own the alerts that only these people own, once they are deleted: the same people that the hand-over accepts.
 * @throws DomainError access/forbidden, user/not-found
 */
export async function findHeirs(
  db: Db,
  caller: Caller,
  people: readonly UserId[],
): Promise<{ id: UserId; name: string }[]> {
  requireAdmin(caller)
  const persons = createPersonStore(db)
  const known = (await persons.listAddressees(people)).filter(({ entity }) => mayReach(caller, entity))
  if (known.length < new Set(people).size) throw new DomainError('user/not-found')
  const alerts = createAlertOwnerStore(db)
  const orphaned = await alerts.listOrphaned(people, { leaving: people })
  const heirs = await alerts.listSeeing(orphaned, { of: caller.reach, without: people })
  return (await persons.listAddressees(heirs)).map((person) => ({ id: person.userId, name: nameOf(person) }))
}
