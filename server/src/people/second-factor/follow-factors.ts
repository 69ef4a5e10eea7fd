import type { SessionId, UserId } from '@fieldwatch/contract/api/ids'
import { createSessionStore, type SessionProof } from '#people/credentials/session-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createRequiredFactorStore } from '#people/entities/required-factor-store.ts'
import { createSecondFactorStore, hasSecondFactor } from '#people/credentials/second-factor-store.ts'

interface Session {
  userId: UserId
  sessionId: SessionId
}

/**
 * Keeps what holds of every session: one of someone with a second factor was proven by it. The caller's session has just been, and
 * the others end. Returns those that ended.
 */
export async function endPlainSessions(
  tx: Db,
  { userId, sessionId }: Session,
  { proof, at }: { proof: SessionProof; at: number },
): Promise<SessionId[]> {
  await createSessionStore(tx).setProof({ only: sessionId }, proof)
  await createSignInStepStore(tx).removeAllOf(userId)
  return createSessionStore(tx).endSomeOf(userId, { except: sessionId }, at)
}

/**
 * With the last second factor go the recovery codes, and sessions are proven by the password alone; it stays where the entity requires
 * one. The user is locked, so that of two that are removed at once one stays.
 * @throws DomainError second-factor/required
 */
export async function followRemoval(tx: Db, userId: UserId): Promise<void> {
  const store = createSecondFactorStore(tx)
  if (hasSecondFactor(await store.find(userId))) return
  if (await createRequiredFactorStore(tx).isRequiredOf(userId)) throw new DomainError('second-factor/required')
  await store.setRecoveryCodes(userId, [])
  await createSessionStore(tx).setProof({ allOf: userId }, 'password')
}
