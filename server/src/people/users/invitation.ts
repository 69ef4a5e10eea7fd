import type { UserId } from '@fieldwatch/contract/ids'
import { createPasswordResetStore } from '#people/credentials/password-reset-store.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Mail } from '#delivery/mail/queue-mail.ts'
import type { UserParts } from './user-parts.ts'

/** A link outlives a week of holidays. */
const LINK_MS = 7 * 24 * 60 * 60_000

const HOUR_MS = 60 * 60_000
const MAILS_AN_HOUR = 5

interface Invited {
  id: UserId
  email: string
  firstName: string
}

/**
 * Mails a link to choose the first password; links sent before stop working.
 * @throws DomainError request/rate-limited after five mails within an hour
 */
export async function mailInvitation(
  { clock, random, queueMail, publicUrl }: UserParts,
  tx: Db,
  user: Invited,
): Promise<void> {
  const at = clock()
  const token = random.secret()
  const resets = createPasswordResetStore(tx)
  if ((await resets.countSince(user.id, at - HOUR_MS)) >= MAILS_AN_HOUR) throw new DomainError('request/rate-limited')
  await resets.useAllOf(user.id, at)
  const expiresAt = at + LINK_MS
  await resets.create({ tokenHash: hashSecret(token), userId: user.id, at, expiresAt })
  await queueMail(tx, { ...invitationMail(user, `${publicUrl()}/reset-password#token=${token}`), expiresAt })
}

function invitationMail({ email, firstName }: Invited, link: string): Mail {
  return {
    to: email,
    subject: 'Your Fieldwatch account',
    body: `Hello ${firstName},

an account was made for you at Fieldwatch. You sign in with this address, ${email}. Choose your password within the next
seven days here:

${link}

When the link has expired, "Forgot password" on the sign-in page sends you a new one.
`,
  }
}

/** The mails that tell both addresses about the change, so that nobody loses an account unnoticed. */
export function emailChangedMails(before: string, after: string): Mail[] {
  const subject = 'Your Fieldwatch address has changed'
  const body = `Hello,

from now on you sign in to Fieldwatch with ${after} instead of ${before}.

If this was not agreed with you, tell an admin of your entity.
`
  return [before, after].map((to) => ({ to, subject, body }))
}
