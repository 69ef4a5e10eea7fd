import type { SessionId, UserId } from '@fieldwatch/contract/ids'
import { createSessionStore, type SessionProof } from '#people/credentials/session-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import type { Db } from '#platform/database/database.ts'

interface Proven {
  userId: UserId
  sessionId: SessionId
  proof: SessionProof
  at: number
}

/**
 * Keeps what holds of every session: one of somebody with a second factor was proven by it. The caller's session has just been, and
 * the others end. Returns those that ended.
 */
export async function proveSessions(tx: Db, { userId, sessionId, proof, at }: Proven): Promise<SessionId[]> {
  await createSessionStore(tx).setProof({ only: sessionId }, proof)
  await createSignInStepStore(tx).removeAllOf(userId)
  return createSessionStore(tx).endSomeOf(userId, { except: sessionId }, at)
}
