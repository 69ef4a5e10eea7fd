import { DomainError } from '#errors/domain-error.ts'
import { createUserStore } from '#users/user-store.ts'
import type { AuthParts, Client } from './auth-parts.ts'
import { networkOf } from './network.ts'
import { verifyPassword } from './password-hash.ts'
import { createSignInFailureStore } from './sign-in-failure-store.ts'
import { type OpenSession, startSession } from './start-session.ts'
import { createTurns } from './turns.ts'

interface Credentials {
  email: string
  password: string
}

export type SignIn = (credentials: Credentials, client: Client) => Promise<OpenSession>

/**
 * Makes the operation. It throws auth/invalid-credential for an unknown address, a wrong password and a disabled account
 * alike, and auth/too-many-requests after ten failures. People behind one address sign in one after the other, so that
 * attempts that are going to succeed do not count against each other.
 */
export function createSignIn(parts: AuthParts): SignIn {
  const inTurn = createTurns()
  return (credentials, client) => inTurn(client.address, () => signIn(parts, credentials, client))
}

async function signIn(parts: AuthParts, credentials: Credentials, client: Client): Promise<OpenSession> {
  const failures = createSignInFailureStore(parts.db)
  const attempt = { account: credentials.email, address: networkOf(client.address), at: parts.clock() }
  const lockedUntil = await failures.begin(attempt)
  if (lockedUntil !== undefined) {
    const retryAfterSeconds = Math.ceil((lockedUntil - attempt.at) / 1000)
    throw new DomainError('auth/too-many-requests', { details: { retryAfterSeconds } })
  }
  const credential = await createUserStore(parts.db).findCredential(credentials.email)
  const matches = await verifyPassword(credential?.passwordHash, credentials.password)
  if (credential === undefined || !credential.active || !matches) throw new DomainError('auth/invalid-credential')
  await failures.succeed(attempt)
  return startSession(parts, credential.userId, client)
}
