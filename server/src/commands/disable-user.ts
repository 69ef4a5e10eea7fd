import { createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createFollowChange } from '#delivery/consequences/follow-change.ts'
import { createConsequenceRows } from '#features/consequences/consequence-rows.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import { createQueueMail } from '#delivery/mail/queue-mail.ts'
import { keepingAdmins } from '#people/users/administer-users.ts'
import { createUserAdministrationStore } from '#people/users/user-administration-store.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { ALL_EXTENSIONS } from '../extension-settings.ts'
import { type AdminParts, COMMAND_LINE } from './admin-parts.ts'
import { getUserByEmail } from './get-user-by-email.ts'

/**
 * Keeps a user from signing in and ends all their sessions; a running server notices by itself, and sends the mails of it when it starts again.
 * @throws DomainError user/not-found, user/last-admin
 */
export async function disableUser(
  { db, clock, random, publicUrl }: AdminParts,
  { email }: { email: string },
): Promise<void> {
  const at = clock()
  const rows = createConsequenceRows({ bus: { publish: () => undefined }, tableFollowers: NO_TABLES }, ALL_EXTENSIONS)
  const queueMail = createQueueMail({ clock, random })
  const followChange = createFollowChange(rows, { queueMail, publicUrl: () => publicUrl })
  await db.transaction().execute(async (tx) => {
    await createUserAdministrationStore(tx).lockPermissions()
    const user = await getUserByEmail(tx, email)
    await keepingAdmins(tx, [user.entity], () => createUserStore(tx).setStatus(user.id, 'disabled'))
    const reason: Sentence = (t) => t('mails.users-disabled', { count: 1, names: user.email })
    const change = { kind: 'person-disabled', userIDs: [user.id] } as const
    await followChange(tx, { change, reason, caller: { userId: undefined, reach: [] }, now: at })
    await createPasswordResetStore(tx).useAllOf(user.id, at)
    await createSessionStore(tx).endAllOf(user.id, at)
    await createAuditStore(tx).recordChange(
      COMMAND_LINE,
      { kind: 'user', ...user },
      { at, action: 'disable user', before: { status: user.status }, after: { status: 'disabled' } },
    )
  })
}

/** A person who is disabled changes no event tables. */
const NO_TABLES: TableFollowers = {
  lock: async () => undefined,
  listFollowed: async () => [],
  restart: async () => () => undefined,
}
