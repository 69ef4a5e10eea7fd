import type { Caller } from '#platform/http/caller.ts'
import type { SessionId, UserId } from '@fieldwatch/contract/api/ids'
import type { User } from '@fieldwatch/contract/people/users'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { getCallerOfSession } from '#people/credentials/authenticator.ts'
import { requireMayResetSecondFactor } from '#people/users/user-policy.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createPasskeyStore } from './passkey-store.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { createSecondFactorStore } from '#people/credentials/second-factor-store.ts'
import { mailAboutFactor } from './notify-person.ts'

/**
 * Takes the second factor from someone who has lost it, whom it signs out everywhere. Returns the user.
 * @throws DomainError user/not-found, access/forbidden, auth/step-up-needed, second-factor/none
 */
export async function resetSecondFactor(
  parts: SecondFactorParts,
  { sessionId }: Caller,
  userId: UserId,
): Promise<User> {
  const { db, bus, clock } = parts
  const at = clock()
  const { user, ended } = await db.transaction().execute(async (tx) => {
    const caller = await getCallerOfSession(tx, sessionId, at)
    await createUserStore(tx).lock(userId)
    const subject = await createUserStore(tx).get(userId)
    requireMayResetSecondFactor(caller, subject)
    await requireRecentProof(tx, caller, at)
    const sessionIds = await takeSecondFactor(tx, { user: subject, by: caller.userId, at })
    await mailAboutFactor(parts, tx, { user: subject, at, kind: 'reset' })
    return { user: subject, ended: sessionIds }
  })
  if (ended.length > 0) bus.publish('sessions-ended', { sessionIds: ended })
  return user
}

interface Taken {
  user: User
  /** Undefined: by the command line. */
  by: UserId | undefined
  at: number
}

/**
 * Takes every second factor from a user and ends all sessions, which it returns.
 * @throws DomainError second-factor/none
 */
export async function takeSecondFactor(tx: Db, { user, by, at }: Taken): Promise<SessionId[]> {
  const store = createSecondFactorStore(tx)
  const hadApp = await store.removeTotp(user.id)
  const hadPasskeys = await createPasskeyStore(tx).removeAllOf(user.id)
  if (!hadApp && !hadPasskeys) throw new DomainError('second-factor/none')
  await store.setRecoveryCodes(user.id, [])
  await createSignInStepStore(tx).removeAllOf(user.id)
  await createAuditStore(tx).recordChange(
    { userId: by },
    { kind: 'user', id: user.id, entity: user.entity },
    { at, action: 'reset second factor' },
  )
  return createSessionStore(tx).endAllOf(user.id, at)
}
