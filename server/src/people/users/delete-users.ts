import type { UserId } from '@fieldwatch/contract/ids'
import type { User } from '@fieldwatch/contract/users'
import { type Asker, administerUsers, keepingAdmins } from './administer-users.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { requireMayDeleteUser } from './user-policy.ts'

/**
 * Deletes one or several users, all or none, with their sessions and pictures; returns who they were.
 * @throws DomainError user/not-found, user/self-delete, user/last-admin, access/forbidden
 */
export async function deleteUsers(parts: UserParts, asker: Asker, userIds: readonly UserId[]): Promise<User[]> {
  const ids = [...new Set(userIds)]
  return administerUsers(parts, asker, async ({ tx, caller, record, revokeSessions }) => {
    const administration = createUserAdministrationStore(tx)
    const users = await administration.getAll(ids)
    for (const user of users) requireMayDeleteUser(caller, user)
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
}
