import type { SessionId } from '@fieldwatch/contract/api/ids'
import { judgeRefresh } from '#people/credentials/refresh-policy.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { AuthParts } from './auth-parts.ts'

/** Ends the session of a refresh token, also of one that was replaced. Anything else is signed out already. */
export async function signOut({ db, bus, clock, refreshTokens }: AuthParts, refreshToken: string): Promise<void> {
  const token = refreshTokens.read(refreshToken)
  if (token === undefined) return
  const now = clock()
  const ended = await db.transaction().execute(async (tx) => {
    const sessions = createSessionStore(tx)
    const session = await sessions.findForRefresh(token.sessionId)
    const presented = { hash: hashSecret(token.secret), issued: token.issued }
    if (session === undefined || judgeRefresh(session, presented, now) === 'refuse') return false
    const user = await sessions.findUser(token.sessionId, now)
    await sessions.end(token.sessionId, now)
    if (user !== undefined) {
      const own = { userId: user.userId, entity: user.entityId }
      await createAuditStore(tx).recordOwn(own, { at: now, action: 'sign out' })
    }
    return true
  })
  if (ended) bus.publish('sessions-ended', { sessionIds: [token.sessionId] })
}

interface Asked {
  caller: Caller
  /** Undefined: all but the one that asks. */
  sessionId: SessionId | undefined
}

/** Ends sessions of the caller; streams end at once. Those of others are left alone, as are those that have ended. */
export async function endOwnSessions(
  { db, bus, clock }: Pick<AuthParts, 'db' | 'bus' | 'clock'>,
  { caller, sessionId }: Asked,
): Promise<void> {
  const at = clock()
  const ended = await db.transaction().execute(async (tx) => {
    const which = sessionId === undefined ? { except: caller.sessionId } : { only: sessionId }
    const ids = await createSessionStore(tx).endSomeOf(caller.userId, which, at)
    if (ids.length === 0) return ids
    await createAuditStore(tx).recordOwn(caller, { at, action: 'end sessions', after: { count: ids.length } })
    return ids
  })
  if (ended.length > 0) bus.publish('sessions-ended', { sessionIds: ended })
}
