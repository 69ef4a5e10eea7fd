import { endOwnSessions as endEndpoint, listOwnSessions } from '@fieldwatch/contract/people/own-sessions'
import type { FastifyInstance } from 'fastify'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { formatTime } from '#platform/time/format-time.ts'
import type { AuthParts } from './auth-parts.ts'
import { endOwnSessions } from './end-sessions.ts'

/** Where the caller is signed in, and signing out there. */
export function registerOwnSessionRoutes(app: FastifyInstance, parts: Pick<AuthParts, 'db' | 'bus' | 'clock'>): void {
  const { db, clock } = parts

  addRoute(app, listOwnSessions, async ({ caller }) => {
    const sessions = await createSessionStore(db).listOf(caller.userId, clock())
    return success(
      sessions.map(({ id, createdAt, usedAt, address, userAgent }) => ({
        sessionID: id,
        current: id === caller.sessionId,
        signedInUTC: formatTime(createdAt),
        lastUsedUTC: formatTime(usedAt),
        address,
        browser: userAgent,
      })),
    )
  })

  addRoute(app, endEndpoint, async ({ caller, body }) => {
    await endOwnSessions(parts, { caller, sessionId: body.sessionID })
    return done()
  })
}
