import { addressNow } from '#platform/audit/acting.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { createUserStore } from './user-store.ts'
import { networkOf } from '#platform/http/network.ts'
import { verifyPassword } from './password-hash.ts'
import { createSignInFailureStore } from './sign-in-failure-store.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'random'>

interface Given {
  caller: Pick<Caller, 'userId' | 'entity'>
  password: string
}

/**
 * Asks a signed-in user for the password once more, before a change that would outlive a stolen session. Wrong ones count as
 * failures to sign in from that network.
 * @throws DomainError auth/wrong-password, auth/too-many-requests
 */
export async function requirePassword({ db, clock, random }: Parts, { caller, password }: Given): Promise<void> {
  const { email } = await createUserStore(db).get(caller.userId)
  const credential = await createUserStore(db).findCredential(email)
  const failures = createSignInFailureStore(db)
  const at = clock()
  const attempt = { id: random.id(), account: email, network: networkOf(addressNow()), browser: undefined, at }
  await failures.begin(attempt)
  if (await verifyPassword(credential?.passwordHash, password)) return failures.succeed(attempt)
  await failures.fail(attempt)
  await createAuditStore(db).recordOwn(caller, { at, action: 'fail to confirm password' })
  throw new DomainError('auth/wrong-password', {
    details: { fields: { password: sentenceOfCode('auth/wrong-password') } },
  })
}
