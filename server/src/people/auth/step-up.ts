import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { stepUp as endpoint } from '@fieldwatch/contract/people/step-up'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { checkCode } from '#people/second-factor/check-code.ts'
import { userOfPasskey } from '#people/second-factor/passkey-sign-in.ts'
import type { Caller } from '#platform/http/caller.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { AuthParts } from './auth-parts.ts'
import { requirePassword } from '#people/credentials/require-password.ts'
import { PROOF_MS } from '#people/credentials/require-recent-proof.ts'

/**
 * Takes the caller's password or second factor again, and returns until when it counts.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/passkey-refused, auth/too-many-requests
 */
export async function stepUp(parts: AuthParts, caller: Caller, given: BodyOf<typeof endpoint>): Promise<number> {
  await prove(parts, caller, given)
  const at = parts.clock()
  await createSessionStore(parts.db).setProvenAt(caller.sessionId, at)
  return at + PROOF_MS
}

async function prove(parts: AuthParts, caller: Caller, { password, code, passkey }: BodyOf<typeof endpoint>) {
  const { userId } = caller
  if (passkey !== undefined) {
    if ((await userOfPasskey(parts, passkey)) !== userId) throw new DomainError('auth/passkey-refused')
  } else if (code !== undefined) await checkCode(parts, { userId, code, browser: undefined })
  else await requirePassword(parts, { caller, password: password ?? '' })
}
