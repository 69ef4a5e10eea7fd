import { DomainError } from '#platform/errors/domain-error.ts'
import type { AuthParts } from './auth-parts.ts'
import { createPasswordResetStore } from '#people/credentials/password-reset-store.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'

/**
 * Looks at a mailed link without using it, so that whoever opens a dead one need not choose a password first.
 * @throws DomainError auth/reset-link-invalid
 */
export async function checkPasswordReset({ db, clock }: AuthParts, token: string): Promise<{ invited: boolean }> {
  const link = await createPasswordResetStore(db).findLink(hashSecret(token), clock())
  if (link === undefined) throw new DomainError('auth/reset-link-invalid')
  return link
}
