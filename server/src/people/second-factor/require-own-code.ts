import type { Caller } from '#platform/http/caller.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { checkCode } from './check-code.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { createSecondFactorStore } from '#people/credentials/second-factor-store.ts'

/**
 * Asks a signed-in user who has an authenticator app for its code or a recovery code; others need none.
 * @throws DomainError auth/wrong-code, auth/too-many-requests
 */
export async function requireOwnCode(
  parts: SecondFactorParts,
  { userId }: Pick<Caller, 'userId'>,
  code: string | undefined,
): Promise<void> {
  const { totpSince } = await createSecondFactorStore(parts.db).find(userId)
  if (totpSince === undefined) return
  if (code === undefined) {
    throw new DomainError('auth/wrong-code', { details: { fields: { code: 'Enter the code.' } } })
  }
  await checkCode(parts, { userId, code, browser: undefined })
}
