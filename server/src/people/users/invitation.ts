import { createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Language } from '@fieldwatch/contract/text/languages'
import { toMailName, writeLetter, type Mail } from '#delivery/mail/queue-mail.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createInvitationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

type InvitingParts = Pick<UserParts, 'clock' | 'random' | 'queueMail' | 'publicUrl' | 'limits'>

/** A link outlives a week of holidays. */
const LINK_MS = 7 * DAY_MS

const MAILS_AN_HOUR = 5

interface Invited {
  id: UserId
  email: string
  firstName: string
  entity: EntityId
}

/**
 * Mails a link to choose the first password, with who invites to which organisation; links sent before stop working. Call it after the
 * invitation was written to the audit log, where invitations are counted.
 * @throws DomainError request/rate-limited after five mails within an hour, and beyond the limits of the inviter and their entity
 */
export async function mailInvitation(
  { clock, random, queueMail, publicUrl, limits }: InvitingParts,
  tx: Db,
  inviter: Pick<Caller, 'userId' | 'entity'>,
  user: Invited,
): Promise<void> {
  const at = clock()
  await requireFewInvitations(tx, inviter, { at, limits })
  const token = random.secret()
  const resets = createPasswordResetStore(tx)
  if ((await resets.countSince(user.id, at - HOUR_MS)) >= MAILS_AN_HOUR) throw new DomainError('request/rate-limited')
  await resets.useAllOf(user.id, at)
  const expiresAt = at + LINK_MS
  const linkHash = hashSecret(token)
  await resets.create({ tokenHash: linkHash, userId: user.id, at, expiresAt })
  const { firstName, lastName, email } = await createUserStore(tx).get(inviter.userId)
  const invitation = {
    by: { name: toMailName(`${firstName} ${lastName}`), email },
    entity: toMailName((await createEntityStore(tx).get(user.entity)).name),
    link: `${publicUrl()}/reset-password#token=${token}`,
    language: await createUserStore(tx).findLanguage(user.id),
  }
  await queueMail(tx, { ...invitationMail(user, invitation), expiresAt, linkHash })
}

async function requireFewInvitations(
  tx: Db,
  { userId, entity }: Pick<Caller, 'userId' | 'entity'>,
  { at, limits }: { at: number; limits: PeopleLimits },
): Promise<void> {
  const invitations = createInvitationStore(tx)
  const isTooMany =
    (await invitations.countBy(userId, at - HOUR_MS)) > limits.invitationsPerHour ||
    (await invitations.countOfEntity(entity, at - DAY_MS)) > limits.invitationsPerDay
  if (isTooMany) throw new DomainError('user/too-many-invitations')
}

interface Invitation {
  by: { name: string; email: string }
  entity: string
  link: string
  language: Language | undefined
}

function invitationMail({ email, firstName }: Invited, { by, entity, link, language }: Invitation): Mail {
  return writeLetter({ email, firstName, language }, (t) => {
    const inviter = by.name === '' ? t('account.invitation.an-admin') : by.name
    return {
      subject: t('account.invitation.subject', { inviter, entity }),
      paragraphs: [
        t('account.invitation.who', { inviter, email: by.email, entity }),
        t('account.invitation.accept', { email }),
        link,
        t('account.invitation.expired', { inviter }),
      ],
    }
  })
}

/** Both addresses are notified of the change, so that an account can't be taken over without notice. */
export function emailChangedMails(before: string, after: string, language: Language | undefined): Mail[] {
  return [before, after].map((email) =>
    writeLetter({ email, language }, (t) => ({
      subject: t('account.address-changed.subject'),
      paragraphs: [t('account.address-changed.what', { before, after }), t('account.address-changed.act')],
    })),
  )
}
