import type { SignedIn } from '@fieldwatch/contract/people/auth'
import type { SessionId, UserId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { describeSessionUser } from '#people/users/describe-session-user.ts'
import type { AuthParts, Client } from './auth-parts.ts'
import { withUser } from './known-browsers.ts'
import { getCallerOfSession } from '#people/credentials/authenticator.ts'
import { SESSION_MS } from '#people/credentials/refresh-token.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createSessionStore, type SessionProof } from '#people/credentials/session-store.ts'

export interface OpenSession {
  /** For the cookie. */
  refreshToken: string
  signedIn: SignedIn
}

/** A session for a browser. */
export interface Entry extends OpenSession {
  /** The cookie that makes the browser known from now on. */
  browser: string
}

/** What is kept of how a browser names itself, which is as long as it wants. */
const USER_AGENT_CHARACTERS = 300

interface Proven {
  userId: UserId
  proof: SessionProof
}

async function startSession(parts: AuthParts, { userId, proof }: Proven, client: Client): Promise<OpenSession> {
  const { db, clock, random, refreshTokens } = parts
  const id = random.id() as SessionId
  const secret = random.secret()
  const at = clock()
  const browser = client.userAgent.slice(0, USER_AGENT_CHARACTERS)
  await db.transaction().execute(async (tx) => {
    await createSessionStore(tx).create({
      id,
      userId,
      refreshHash: hashSecret(secret),
      at,
      expiresAt: at + SESSION_MS,
      address: client.address,
      userAgent: browser,
      proof,
    })
    const { entity } = await getCallerOfSession(tx, id, at)
    const how = proof === 'password' ? {} : proof === 'provider' ? { by: proof } : { secondFactor: proof }
    await createAuditStore(tx).recordOwn({ userId, entity }, { at, action: 'sign in', after: { browser, ...how } })
  })
  return { refreshToken: refreshTokens.write({ sessionId: id, secret }), signedIn: await describeSession(parts, id) }
}

/** As `startSession`, and makes the browser known to its user. */
export async function enter(parts: AuthParts, proven: Proven, client: Client): Promise<Entry> {
  const { browsers, random } = parts
  return {
    ...(await startSession(parts, proven, client)),
    browser: browsers.write(withUser(browsers.read(client.browser), proven.userId, random.id())),
  }
}

/**
 * A fresh ID token for a living session.
 * @throws DomainError auth/session-ended
 */
export async function describeSession(parts: AuthParts, sessionId: SessionId): Promise<SignedIn> {
  const { db, clock, idTokens } = parts
  const caller = await getCallerOfSession(db, sessionId, clock())
  const { idToken, expiresAt } = await idTokens.issue({ userId: caller.userId, sessionId })
  return { idToken, expiresAt: new Date(expiresAt).toISOString(), user: await describeSessionUser(parts, caller) }
}
