import type { Caller } from '#platform/http/caller.ts'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { DEFAULT_CHANNELS, type NewUser } from '@fieldwatch/contract/people/users'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { administerUsers, requireUnitsInReach } from './administer-users.ts'
import { mailInvitation } from './invitation.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { requireMayAddUser } from './user-policy.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

/**
 * Adds an active user without a password and mails them a link to choose one.
 * @throws DomainError entity/not-found, access/forbidden, auth/step-up-needed, user/too-many,
 *   user/too-many-invitations, user/email-taken, unit/not-found, file/not-found
 */
export async function addUser(parts: UserParts, asker: Caller, wanted: NewUser): Promise<UserId> {
  const { id: _id, uid: _uid, entity, ...rest } = wanted
  const id = parts.random.id() as UserId
  await administerUsers(parts, asker, async ({ tx, at, caller, record }) => {
    const administration = createUserAdministrationStore(tx)
    const { role, permissions: given = [] } = wanted
    requireMayAddUser(caller, { entity, role, permissions: given })
    if ((await administration.countOf(entity)) >= parts.limits.usersAtMost) throw new DomainError('user/too-many')
    if (role === 'admin') await requireRecentProof(tx, caller, at)
    await requireUnitsInReach({ tx, caller }, wanted.units)
    await createUserStore(tx).create({ ...wanted, id, passwordHash: undefined })
    const { company, timeFormat, measures, language, permissions, units, profilePic = '' } = rest
    await parts.images.replace(tx, {
      kind: 'profile',
      subject: `user:${id}`,
      before: '',
      after: profilePic,
      uploadedBy: caller.userId,
    })
    await administration.update(id, {
      company,
      timeFormat,
      measures,
      language,
      permissions,
      units,
      profilePic,
      notifications: { alerts: DEFAULT_CHANNELS },
    })
    await record({ action: 'create user', userId: id, entity, after: { ...rest, entity } })
    await mailInvitation(parts, tx, caller, { ...wanted, id })
  })
  return id
}
