import { DomainError } from '#platform/errors/domain-error.ts'
import type { AuthParts } from './auth-parts.ts'
import { judgeRefresh } from '#people/credentials/refresh-policy.ts'
import { SESSION_MS } from '#people/credentials/refresh-token.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { describeSession, type OpenSession } from './start-session.ts'

/**
 * Exchanges a refresh token for its successor and a fresh ID token. A token that was replaced a while ago ends the session.
 * @throws DomainError auth/session-ended
 */
export async function refreshSession(parts: AuthParts, refreshToken: string): Promise<OpenSession> {
  const { db, bus, clock, log, refreshTokens } = parts
  const token = refreshTokens.read(refreshToken)
  if (token === undefined) throw new DomainError('auth/session-ended')
  const { sessionId, secret, issued } = token
  const successor = refreshTokens.successorOf(secret)
  const now = clock()

  const verdict = await db.transaction().execute(async (tx) => {
    const sessions = createSessionStore(tx)
    const session = await sessions.findForRefresh(sessionId)
    if (session === undefined) return 'refuse'
    const from = hashSecret(secret)
    const found = judgeRefresh(session, { hash: from, issued }, now)
    if (found === 'rotate') {
      await sessions.rotate(sessionId, { from, to: hashSecret(successor), at: now, expiresAt: now + SESSION_MS })
    }
    if (found === 'end') await sessions.end(sessionId, now)
    return found
  })

  if (verdict === 'end') {
    log.warn({ sessionId }, 'replaced refresh token reused; session ended')
    bus.publish('sessions-ended', { sessionIds: [sessionId] })
  }
  if (verdict === 'end' || verdict === 'refuse') throw new DomainError('auth/session-ended')
  return {
    refreshToken: refreshTokens.write({ sessionId, secret: successor }),
    signedIn: await describeSession(parts, sessionId),
  }
}
