import { PROOF_WAYS, type ProofWay, type SecondFactorWay } from '@fieldwatch/contract/api/errors'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { PROOF_MINUTES } from '@fieldwatch/contract/people/step-up'
import { createSessionStore } from './session-store.ts'
import { createSecondFactorStore, type OwnFactors } from './second-factor-store.ts'
import { createUserStore } from './user-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

export const PROOF_MS = PROOF_MINUTES * 60_000

/** Whether a person has a way to prove who they are besides the password. */
export const HAS: Readonly<Record<SecondFactorWay, (own: OwnFactors) => boolean>> = {
  totp: ({ totpSince }) => totpSince !== undefined,
  passkey: ({ passkeys }) => passkeys > 0,
  recovery: ({ recoveryCodesLeft }) => recoveryCodesLeft > 0,
}

/**
 * Lets a change pass that a stolen session must not make: the sign-in, or the last password or second factor, is recent.
 * @throws DomainError auth/step-up-needed with the ways that the person has; access/not-for-programs for a token, which has none
 */
export async function requireRecentProof(
  db: Db,
  { userId, sessionId, token }: Pick<Caller, 'userId' | 'sessionId' | 'token'>,
  at: number,
): Promise<void> {
  if (token !== undefined) throw new DomainError('access/not-for-programs')
  const provenAt = await createSessionStore(db).findProvenAt(sessionId)
  if (provenAt !== undefined && at - provenAt < PROOF_MS) return
  throw new DomainError('auth/step-up-needed', { details: { stepUp: { ways: await findWays(db, userId) } } })
}

async function findWays(db: Db, userId: UserId): Promise<ProofWay[]> {
  const users = createUserStore(db)
  const { email } = await users.get(userId)
  const credential = await users.findCredential(email)
  const own = await createSecondFactorStore(db).find(userId)
  return PROOF_WAYS.filter((way) => (way === 'password' ? credential?.passwordHash !== undefined : HAS[way](own)))
}
