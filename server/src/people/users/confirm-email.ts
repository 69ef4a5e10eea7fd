import { createEmailChangeStore, createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'
import { emailChangedMails } from './invitation.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

/**
 * Gives a user the address that the holder of a mailed link confirms; the old one is notified again.
 * @throws DomainError auth/reset-link-invalid, user/email-taken
 */
export async function confirmEmail(
  { db, clock, queueMail }: Pick<UserParts, 'db' | 'clock' | 'queueMail'>,
  token: string,
): Promise<{ email: string }> {
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const changes = createEmailChangeStore(tx)
    const wish = await changes.findGood(hashSecret(token), at)
    if (wish === undefined) throw new DomainError('auth/reset-link-invalid')
    const { userId, email } = wish
    const before = await createUserStore(tx).get(userId)
    await changes.useAllOf(userId, at)
    await createUserAdministrationStore(tx).update(userId, { email })
    await createVersionStore(tx).raise({ kind: 'user', id: userId }, { by: userId, at })
    await createPasswordResetStore(tx).useAllOf(userId, at)
    await createAuditStore(tx).recordOwn(
      { userId, entity: before.entity },
      {
        at,
        action: 'confirm email',
        before: { email: before.email },
        after: { email },
      },
    )
    const language = await createUserStore(tx).findLanguage(userId)
    for (const mail of emailChangedMails(before.email, email, language)) await queueMail(tx, mail)
    return { email }
  })
}
