import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Mail } from '#delivery/mail/queue-mail.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createEmailChangeStore } from './email-change-store.ts'
import type { UserParts } from './user-parts.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

const HOUR_MS = 60 * 60_000
const LINKS_AN_HOUR = 5

interface Wish {
  id: UserId
  /** The address that is used now, and the one that is wanted. */
  before: string
  after: string
}

/**
 * Mails a link to the new address of a user, who signs in with the old one until it is confirmed, and tells the old one. Links sent
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
  await changes.create({ tokenHash: hashSecret(token), userId: id, email: after, at, expiresAt })
  await queueMail(tx, { ...confirmMail(before, after, `${publicUrl()}/confirm-email#token=${token}`), expiresAt })
  await queueMail(tx, wishMail(before, after))
}

function confirmMail(before: string, after: string, link: string): Mail {
  return {
    to: after,
    subject: 'Confirm your new Fieldwatch address',
    body: `Hello,

somebody, hopefully you, wants to sign in to Fieldwatch with this address, ${after}, instead of ${before}. Confirm it within
the next hour here:

${link}

If it was not you, there is nothing to do: nothing changes without it.
`,
  }
}

function wishMail(before: string, after: string): Mail {
  return {
    to: before,
    subject: 'Your Fieldwatch address is about to change',
    body: `Hello,

somebody who is signed in as you, and knows your password, wants to use ${after} instead of ${before} at Fieldwatch. It changes
when that address is confirmed, within the next hour.

If this was not you, choose a new password at once ("Forgot password" on the sign-in page, which signs everybody out and keeps
your address as it is), and tell an admin of your entity.
`,
  }
}
