import type { SessionId } from '@fieldwatch/contract/api/ids'
import { viewingWithin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { shareStatements } from '#platform/database/share-statements.ts'
import type { Platform } from '#platform/floor.ts'
import type { Authenticator, Caller } from '#platform/http/caller.ts'
import { bearerOf, isProgramToken, programTokenAsPassword } from '#platform/http/bearer.ts'
import { findCallersOfSecrets, getCallerOfToken, type TokenUse } from './caller-of-token.ts'
import type { IdTokens } from './id-tokens.ts'
import { createSessionStore } from './session-store.ts'

interface Parts extends Pick<Platform, 'db' | 'clock'> {
  idTokens: IdTokens
}

/**
 * Authenticates users by their ID token and programs by theirs. The session or token is looked up each time, so that ending it takes
 * effect at once.
 */
export function createAuthenticator({ db, idTokens, clock }: Parts): Authenticator {
  // A program that sends for many units sends as many requests.
  const findCaller = shareStatements({ clock }, (uses: readonly TokenUse[]) => findCallersOfSecrets(db, uses, clock()))
  return {
    authenticate: async (authorization, address) => {
      const token = bearerOf(authorization) ?? programTokenAsPassword(authorization)
      if (token === undefined) throw new DomainError('auth/missing-token')
      if (isProgramToken(token)) {
        const caller = await findCaller({ secret: token, address })
        if (caller === undefined) throw new DomainError('auth/program-token-invalid')
        return caller
      }
      const { sessionId } = await idTokens.verify(token)
      return getCallerOfSession(db, sessionId, clock())
    },
    reload: (caller) => reloadCaller(db, caller, clock()),
  }
}

/**
 * @throws DomainError auth/session-ended when the session has ended or expired, or its user or their entity is disabled;
 *   auth/second-factor-required when the entity requires one and the session was begun by the password alone
 */
export async function getCallerOfSession(db: Db, sessionId: SessionId, now: number): Promise<Caller> {
  const user = await createSessionStore(db).findUser(sessionId, now)
  if (user === undefined) throw new DomainError('auth/session-ended')
  if (user.unproven) throw new DomainError('auth/second-factor-required')
  return {
    userId: user.userId,
    sessionId,
    role: user.role,
    permissions: user.permissions,
    entity: user.entityId,
    reach: user.reach,
    viewing: viewingWithin(user.entityViewing, user.reach),
  }
}

/**
 * A caller as they are by now.
 * @throws DomainError auth/session-ended, auth/second-factor-required, auth/program-token-invalid
 */
export async function reloadCaller(db: Db, { sessionId, token }: Caller, now: number): Promise<Caller> {
  if (token === undefined) return getCallerOfSession(db, sessionId, now)
  return getCallerOfToken(db, token.id, now)
}
