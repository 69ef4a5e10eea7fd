import { createEmailChangeStore, createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { type Mail, writeLetter } from '#delivery/mail/queue-mail.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { UserParts } from './user-parts.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { emailChangedMails } from './invitation.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'

const LINKS_AN_HOUR = 5

interface Wish {
  id: UserId
  /** The address that is used now, and the one that is wanted. */
  before: string
  after: string
}

/**
 * Mails a link to the new address of a user, who signs in with the old one until it is confirmed, and notifies the old one. Links sent
 * before stop working.
 * @throws DomainError user/email-taken, request/rate-limited
 */
export async function askToConfirmEmail(
  { clock, random, queueMail, publicUrl }: UserParts,
  tx: Db,
  { id, before, after }: Wish,
): Promise<void> {
  const at = clock()
  const changes = createEmailChangeStore(tx)
  if ((await changes.countSince(id, at - HOUR_MS)) >= LINKS_AN_HOUR) throw new DomainError('request/rate-limited')
  if ((await createUserStore(tx).findCredential(after)) !== undefined) throw new DomainError('user/email-taken')
  await changes.useAllOf(id, at)
  const token = random.secret()
  const expiresAt = at + HOUR_MS
  const linkHash = hashSecret(token)
  await changes.create({ tokenHash: linkHash, userId: id, email: after, at, expiresAt })
  const addresses = { before, after, language: await createUserStore(tx).findLanguage(id) }
  const mail = newAddressMail(addresses, `${publicUrl()}/confirm-email#token=${token}`)
  await queueMail(tx, { ...mail, expiresAt, linkHash })
  await queueMail(tx, oldAddressMail(addresses))
}

interface Addresses extends Pick<Wish, 'before' | 'after'> {
  language: Language | undefined
}

function newAddressMail({ before, after, language }: Addresses, link: string): Mail {
  return writeLetter({ email: after, language }, (t) => ({
    subject: t('account.new-address.subject'),
    paragraphs: [t('account.new-address.asked', { before, after }), link, t('account.new-address.ignore')],
  }))
}

function oldAddressMail({ before, after, language }: Addresses): Mail {
  return writeLetter({ email: before, language }, (t) => ({
    subject: t('account.old-address.subject'),
    paragraphs: [t('account.old-address.asked', { before, after }), t('account.old-address.act')],
  }))
}

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
