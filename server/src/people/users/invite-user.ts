import type { UserId } from '@fieldwatch/contract/ids'
import type { User } from '@fieldwatch/contract/users'
import { DomainError } from '#platform/errors/domain-error.ts'
import { type Asker, administerUsers } from './administer-users.ts'
import { mailInvitation } from './invitation.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { requireMayInviteUser } from './user-policy.ts'

/**
 * Mails the link to choose a password once more.
 * @throws DomainError user/not-found, access/forbidden, user/has-password, user/disabled, request/rate-limited
 */
export async function inviteUser(parts: UserParts, asker: Asker, userId: UserId): Promise<User> {
  return administerUsers(parts, asker, async ({ tx, caller, record }) => {
    const [user] = await createUserAdministrationStore(tx).getAll([userId])
    if (user === undefined) throw new DomainError('user/not-found')
    requireMayInviteUser(caller, user)
    if (!user.invited) throw new DomainError('user/has-password')
    if (user.status === 'disabled') throw new DomainError('user/disabled')
    await record({ action: 'invite user', userId, entity: user.entity, after: { email: user.email } })
    await mailInvitation(parts, tx, caller, user)
    return user
  })
}
