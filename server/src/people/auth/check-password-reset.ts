import { DomainError } from '#platform/errors/domain-error.ts'
import type { AuthParts } from './auth-parts.ts'
import { createPasswordResetStore } from '#people/credentials/password-reset-store.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'

/**
 * Checks a mailed link without using it, so that a dead one is told before a password is chosen.
 * @throws DomainError auth/reset-link-invalid
 */
export async function checkPasswordReset({ db, clock }: AuthParts, token: string): Promise<{ invited: boolean }> {
  const link = await createPasswordResetStore(db).findLink(hashSecret(token), clock())
  if (link === undefined) throw new DomainError('auth/reset-link-invalid')
  return link
}
