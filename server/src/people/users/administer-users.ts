import { createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import { say } from '@fieldwatch/messages/server-sentences'
import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { EntityId, SessionId, UserId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { getCallerOfSession } from '#people/credentials/authenticator.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'

export interface UserAdministration {
  tx: Db
  at: number
  /** Who asks, as they are now. */
  caller: Caller
  /** Writes an entry into the audit log. */
  record: (entry: {
    action: ActivityAction
    userId: UserId
    entity: EntityId
    before?: unknown
    after?: unknown
  }) => Promise<void>
  /** Ends all sessions and links of a user; streams end when the change is committed. */
  revokeSessions: (userId: UserId) => Promise<void>
}

/**
 * Runs a change of users in one transaction, one after the other, with the caller as they are by then: someone who was demoted a
 * moment ago can change nothing more.
 * @throws DomainError auth/session-ended
 */
export async function administerUsers<T>(
  { db, bus, clock, images }: UserParts,
  { sessionId }: Caller,
  change: (change: UserAdministration) => Promise<T>,
): Promise<T> {
  const at = clock()
  const sessionIds: SessionId[] = []
  const result = await db.transaction().execute(async (tx) => {
    await createUserAdministrationStore(tx).lockPermissions()
    const caller = await getCallerOfSession(tx, sessionId, at)
    return change({
      tx,
      at,
      caller,
      record: ({ userId, entity, ...entry }) =>
        createAuditStore(tx).recordChange(caller, { kind: 'user', id: userId, entity }, { at, ...entry }),
      revokeSessions: async (userId) => {
        await createPasswordResetStore(tx).useAllOf(userId, at)
        await createSignInStepStore(tx).removeAllOf(userId)
        sessionIds.push(...(await createSessionStore(tx).endAllOf(userId, at)))
      },
    })
  })
  if (sessionIds.length > 0) bus.publish('sessions-ended', { sessionIds })
  bus.publish('rights-changed', {})
  await images.removeUnreferenced()
  return result
}

/**
 * Checks the units that a user is to be responsible for: each has to be in reach of the person who saves them.
 * @throws DomainError unit/not-found
 */
export async function requireUnitsInReach(
  { tx, caller }: Pick<UserAdministration, 'tx' | 'caller'>,
  dataIds: readonly string[] = [],
): Promise<void> {
  const [unknown] = await createUserAdministrationStore(tx).listUnknownUnits(dataIds, caller.reach)
  if (unknown !== undefined)
    throw new DomainError('unit/not-found', { message: say('answers.no-unit', { dataId: unknown }) })
}

/**
 * Makes a change that may remove admins from entities, and rolls it back if one of them would be left without.
 * @throws DomainError user/last-admin
 */
export async function keepingAdmins(tx: Db, entities: readonly EntityId[], change: () => Promise<void>): Promise<void> {
  const administration = createUserAdministrationStore(tx)
  const before = await administration.listWithAdmin(entities)
  await change()
  const after = await administration.listWithAdmin(entities)
  if (before.some((entity) => !after.includes(entity))) throw new DomainError('user/last-admin')
}
