import { changedMail } from './change-password.ts'
import { createEmailChangeStore, createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { type Mail, type Recipient, writeLetter } from '#delivery/mail/queue-mail.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { createUserStore, type Credential } from '#people/credentials/user-store.ts'
import type { AuthParts } from './auth-parts.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { hashPassword } from '#people/credentials/password-hash.ts'
import { requireStrongPassword } from './password-policy.ts'
import { createProgramTokenStore } from '#people/credentials/program-token-store.ts'
import { revokeTokensOfPerson } from '#people/program-tokens/change-program-tokens.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { createSignInFailureStore } from '#people/credentials/sign-in-failure-store.ts'

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
    const linkHash = hashSecret(token)
    await resets.create({ tokenHash: linkHash, userId: user.userId, at, expiresAt })
    const language = await createUserStore(tx).findLanguage(user.userId)
    const link = `${publicUrl()}/reset-password#token=${token}`
    await queueMail(tx, { ...resetMail({ ...user, language }, link), expiresAt, linkHash })
  })
}

function resetMail(user: Recipient, link: string): Mail {
  return writeLetter(user, (t) => ({
    subject: t('account.reset.subject'),
    paragraphs: [t('account.reset.asked'), link, t('account.reset.ignore')],
  }))
}

interface Choice {
  token: string
  password: string
  /** Also revokes the person's program tokens. */
  revokeTokens?: boolean | undefined
}

/**
 * Sets a new password for the holder of a mailed link, and ends all sessions of that user.
 * @throws DomainError auth/reset-link-invalid, auth/weak-password (the link stays good)
 */
export async function confirmPasswordReset(parts: AuthParts, choice: Choice): Promise<void> {
  const { db, bus, clock } = parts
  const now = clock()
  const tokenHash = hashSecret(choice.token)
  const holder = await createPasswordResetStore(db).findUser(tokenHash, now)
  if (holder === undefined) throw new DomainError('auth/reset-link-invalid')
  requireStrongPassword(choice.password, holder.email)
  const passwordHash = await hashPassword(choice.password)

  const sessionIds = await db.transaction().execute(async (tx) => {
    const resets = createPasswordResetStore(tx)
    if ((await resets.findUser(tokenHash, now)) === undefined) throw new DomainError('auth/reset-link-invalid')
    const isFirst = (await resets.findLink(tokenHash, now))?.invited === true
    await resets.useAllOf(holder.userId, now)
    await createEmailChangeStore(tx).useAllOf(holder.userId, now)
    const user = await createUserStore(tx).get(holder.userId)
    await createUserStore(tx).setPasswordHash(user.id, passwordHash)
    await createSignInStepStore(tx).removeAllOf(user.id)
    await createSignInFailureStore(tx).forgive(user.email)
    await createAuditStore(tx).recordOwn(
      { userId: user.id, entity: user.entity },
      {
        at: now,
        action: isFirst ? 'choose first password' : 'reset password',
      },
    )
    if (!isFirst) await parts.queueMail(tx, changedMail(user.email, await createUserStore(tx).findLanguage(user.id)))
    const { entity } = user
    const owner = { userId: user.id, entity, at: now }
    const tokens = choice.revokeTokens === true ? await revokeTokensOfPerson(tx, owner) : []
    return [...tokens, ...(await createSessionStore(tx).endAllOf(user.id, now))]
  })
  bus.publish('sessions-ended', { sessionIds })
}

/**
 * Checks a mailed link without using it, so that an invalid one is reported before a password is chosen.
 * @throws DomainError auth/reset-link-invalid
 */
export async function checkPasswordReset(
  { db, clock }: AuthParts,
  token: string,
): Promise<{ invited: boolean; programTokens: number }> {
  const link = await createPasswordResetStore(db).findLink(hashSecret(token), clock())
  if (link === undefined) throw new DomainError('auth/reset-link-invalid')
  const tokens = await createProgramTokenStore(db).listOfPerson(link.userId)
  return { invited: link.invited, programTokens: tokens.length }
}
