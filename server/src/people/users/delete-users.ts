import type { UserId } from '@fieldwatch/contract/ids'
import type { User } from '@fieldwatch/contract/users'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type Asker, administerUsers, keepingAdmins } from './administer-users.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { requireMayDeleteUser } from './user-policy.ts'

/**
 * Hands over what only the users own who are about to be deleted, and pauses what only they get. `to`: whom the caller chose. Runs in the
 * transaction of the deletion, before it; returns what to publish after the commit.
 * @throws DomainError user/not-found, request/invalid
 */
export type HandOverUsers = (
  tx: Db,
  asked: {
    readonly users: readonly User[]
    readonly to: UserId | undefined
    /** Without a `userId`: the portal, for someone who is gone. */
    readonly caller: { readonly userId: UserId | undefined } & Pick<Caller, 'reach'>
    readonly address: string
    readonly now: number
  },
) => Promise<() => void>

export interface DeletingParts extends UserParts {
  readonly handOver: HandOverUsers
}

interface Wanted {
  readonly userIds: readonly UserId[]
  readonly handOverTo: UserId | undefined
}

/**
 * Deletes one or several users, all or none, with their sessions and pictures; returns who they were. Alerts that only they own get
 * another owner.
 * @throws DomainError user/not-found, user/self-delete, user/last-admin, access/forbidden, request/invalid
 */
export async function deleteUsers(parts: DeletingParts, asker: Asker, wanted: Wanted): Promise<User[]> {
  const ids = [...new Set(wanted.userIds)]
  let publish = (): void => undefined
  const deleted = await administerUsers(parts, asker, async ({ tx, at, caller, record, revokeSessions }) => {
    const administration = createUserAdministrationStore(tx)
    const users = await administration.getAll(ids)
    for (const user of users) requireMayDeleteUser(caller, user)
    const { address } = asker
    publish = await parts.handOver(tx, { users, to: wanted.handOverTo, caller, address, now: at })
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
  return deleted
}
