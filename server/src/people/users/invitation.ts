import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { toGreeting, toMailName } from '#delivery/mail/mail-name.ts'
import { createPasswordResetStore } from '#people/credentials/password-reset-store.ts'
import { hashSecret } from '#people/credentials/refresh-token.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Mail } from '#delivery/mail/queue-mail.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createInvitationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

type InvitingParts = Pick<UserParts, 'clock' | 'random' | 'queueMail' | 'publicUrl' | 'limits'>

/** A link outlives a week of holidays. */
const LINK_MS = 7 * 24 * 60 * 60_000

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
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
  await resets.create({ tokenHash: hashSecret(token), userId: user.id, at, expiresAt })
  const { firstName, lastName, email } = await createUserStore(tx).get(inviter.userId)
  const by = toMailName(`${firstName} ${lastName}`) || 'An admin'
  const organisation = toMailName((await createEntityStore(tx).get(user.entity)).name)
  const link = `${publicUrl()}/reset-password#token=${token}`
  await queueMail(tx, { ...invitationMail(user, { by: { name: by, email }, organisation, link }), expiresAt })
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
  organisation: string
  link: string
}

function invitationMail({ email, firstName }: Invited, { by, organisation, link }: Invitation): Mail {
  return {
    to: email,
    subject: `${by.name} invites you to ${organisation} on Fieldwatch`,
    body: `${toGreeting(firstName)}

${by.name} (${by.email}) invites you to the Fieldwatch portal of ${organisation}. There you see the organisation's field units:
where they are, what they measure, and their alerts.

You sign in with this address, ${email}. Accept the invitation within seven days by choosing your password here:

${link}

If the link has expired, ask ${by.name} for another one. If you don't know this person, ignore this mail.
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
