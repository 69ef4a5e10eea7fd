import { createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { type Recipient, writeLetter, type Mail } from '#delivery/mail/queue-mail.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { createUserStore, type Credential } from '#people/credentials/user-store.ts'
import type { AuthParts } from './auth-parts.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'

const LINK_MS = HOUR_MS

/** The most unexpired links of one account. */
const LINKS_AT_ONCE = 5

/** A fixed answer time, longer than the work for an existing account, so that timing does not reveal whether it exists. */
const ANSWER_MS = 150

/** Mails a link to choose a new password, if there is an active user with this address who has not had too many. */
export async function requestPasswordReset(parts: AuthParts, email: string): Promise<void> {
  const answerTime = delay(ANSWER_MS)
  const user = await createUserStore(parts.db).findCredential(email)
  if (user?.active === true) await mailLink(parts, user)
  await answerTime
}

async function mailLink({ db, clock, random, queueMail, publicUrl }: AuthParts, user: Credential): Promise<void> {
  const at = clock()
  const token = random.secret()
  await db.transaction().execute(async (tx) => {
    await createUserStore(tx).lock(user.userId)
    const resets = createPasswordResetStore(tx)
    if ((await resets.countSince(user.userId, at - LINK_MS)) >= LINKS_AT_ONCE) return
    const expiresAt = at + LINK_MS
    await resets.create({ tokenHash: hashSecret(token), userId: user.userId, at, expiresAt })
    const language = await createUserStore(tx).findLanguage(user.userId)
    const link = `${publicUrl()}/reset-password#token=${token}`
    await queueMail(tx, { ...resetMail({ ...user, language }, link), expiresAt })
  })
}

function resetMail(user: Recipient, link: string): Mail {
  return writeLetter(user, (t) => ({
    subject: t('account.reset.subject'),
    paragraphs: [t('account.reset.asked'), link, t('account.reset.ignore')],
  }))
}
