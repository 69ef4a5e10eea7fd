import { createEmailChangeStore, createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import type { Language } from '@fieldwatch/contract/text/languages'
import { writeLetter, type Mail } from '#delivery/mail/queue-mail.ts'
import { hashPassword } from '#people/credentials/password-hash.ts'
import { requireStrongPassword } from '#people/auth/password-policy.ts'
import { requirePassword } from '#people/credentials/require-password.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { revokeTokensOfPerson } from '#people/program-tokens/change-program-tokens.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { AuthParts } from './auth-parts.ts'

interface Change {
  caller: Caller
  /** The one that is used now. */
  password: string
  newPassword: string
  /** Also revokes the caller's program tokens. */
  revokeTokens?: boolean | undefined
}

/**
 * Gives the caller a new password and signs out everywhere else.
 * @throws DomainError auth/wrong-password, auth/weak-password, auth/too-many-requests
 */
export async function changePassword(
  parts: Pick<AuthParts, 'db' | 'bus' | 'clock' | 'random' | 'queueMail'>,
  { caller, password, newPassword, revokeTokens = false }: Change,
): Promise<void> {
  const { db, bus, clock, queueMail } = parts
  const { userId } = caller
  await requirePassword(parts, { caller, password })
  const { email } = await createUserStore(db).get(userId)
  requireStrongPassword(newPassword, email)
  const passwordHash = await hashPassword(newPassword)
  const at = clock()
  const sessionIds = await db.transaction().execute(async (tx) => {
    await createUserStore(tx).setPasswordHash(userId, passwordHash)
    await createPasswordResetStore(tx).useAllOf(userId, at)
    await createEmailChangeStore(tx).useAllOf(userId, at)
    await createSignInStepStore(tx).removeAllOf(userId)
    await createAuditStore(tx).recordOwn(caller, { at, action: 'change password' })
    await queueMail(tx, changedMail(email, await createUserStore(tx).findLanguage(userId)))
    const { entity } = caller
    const tokens = revokeTokens ? await revokeTokensOfPerson(tx, { userId, entity, at }) : []
    return [...tokens, ...(await createSessionStore(tx).endSomeOf(userId, { except: caller.sessionId }, at))]
  })
  if (sessionIds.length > 0) bus.publish('sessions-ended', { sessionIds })
}

/** Tells a person that the password was changed, in case someone else did it. */
export function changedMail(email: string, language: Language | undefined): Mail {
  return writeLetter({ email, language }, (t) => ({
    subject: t('account.password-changed.subject'),
    paragraphs: [t('account.password-changed.what'), t('account.password-changed.act')],
  }))
}
