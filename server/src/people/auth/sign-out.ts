import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { AuthParts } from './auth-parts.ts'
import { judgeRefresh } from '#people/credentials/refresh-policy.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'

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
    if (user !== undefined) await recordSignOut(tx, { at: now, userId: user.user_id, entityId: user.entity_id })
    return true
  })
  if (ended) bus.publish('sessions-ended', { sessionIds: [token.sessionId] })
}

function recordSignOut(tx: Db, entry: { at: number; userId: UserId; entityId: EntityId }): Promise<void> {
  return createAuditStore(tx).record({ ...entry, action: 'sign out', subjectKind: 'user', subjectId: entry.userId })
}
