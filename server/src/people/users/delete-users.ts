import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { Caller } from '#platform/http/caller.ts'
import { nameOf } from '#people/access/addressee.ts'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { User } from '@fieldwatch/contract/people/users'
import { administerUsers, keepingAdmins } from './administer-users.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { requireMayDeleteUser } from './user-policy.ts'

interface Wanted {
  readonly userIds: readonly UserId[]
  readonly handOverTo: UserId | undefined
}

/**
 * Deletes one or several users, all or none, with their sessions and pictures; returns who they were. Alerts that only they own get
 * another owner.
 * @throws DomainError user/not-found, user/self-delete, user/last-admin, access/forbidden, request/invalid
 */
export async function deleteUsers(parts: UserParts, asker: Caller, wanted: Wanted): Promise<User[]> {
  const ids = [...new Set(wanted.userIds)]
  let publish = (): void => undefined
  const users = await administerUsers(parts, asker, async ({ tx, at, caller, record, revokeSessions }) => {
    const administration = createUserAdministrationStore(tx)
    const users = await administration.getAll(ids)
    for (const user of users) requireMayDeleteUser(caller, user)
    const change = { kind: 'person-deleted', userIDs: ids, handOverTo: wanted.handOverTo } as const
    publish = await parts.followChange(tx, { change, reason: toDeletedReason(users), caller, now: at })
    for (const { id, entity, email, firstName, lastName, role, profilePic } of users) {
      await revokeSessions(id)
      const picture = { before: profilePic, after: '', uploadedBy: caller.userId }
      await parts.images.replace(tx, { kind: 'profile', subject: `user:${id}`, ...picture })
      await record({ action: 'delete user', userId: id, entity, before: { email, firstName, lastName, role } })
    }
    const entities = users.map((user) => user.entity)
    await keepingAdmins(tx, entities, () => administration.remove(ids))
    return users
  })
  publish()
  return users
}

/** A sentence for those who own their alerts from now on. */
export function toDeletedReason(users: readonly Pick<User, 'firstName' | 'lastName' | 'email'>[]): Sentence {
  const names = users.map(nameOf)
  return (t) => t('mails.users-deleted', { count: names.length, names: names.join(', ') })
}
