import { createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createSettleRecipients } from '#features/deletion/settle-recipients.ts'
import { createQueueMail } from '#delivery/mail/queue-mail.ts'
import { keepingAdmins } from '#people/users/administer-users.ts'
import { createUserAdministrationStore } from '#people/users/user-administration-store.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
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
  const settleRecipients = createSettleRecipients({
    bus: { publish: () => undefined },
    queueMail: createQueueMail({ clock, random }),
    publicUrl: () => publicUrl,
  })
  await db.transaction().execute(async (tx) => {
    await createUserAdministrationStore(tx).lockPermissions()
    const user = await getUserByEmail(tx, email)
    await keepingAdmins(tx, [user.entity], () => createUserStore(tx).setStatus(user.id, 'disabled'))
    const reason: Sentence = (t) => t('mails.users-disabled', { count: 1, names: user.email })
    const change = { of: { userIds: [user.id] }, reason, now: at }
    await settleRecipients(tx, { ...change, caller: { userId: undefined, reach: [] } })
    await createPasswordResetStore(tx).useAllOf(user.id, at)
    await createSessionStore(tx).endAllOf(user.id, at)
    await createAuditStore(tx).recordChange(
      COMMAND_LINE,
      { kind: 'user', ...user },
      { at, action: 'disable user', before: { status: user.status }, after: { status: 'disabled' } },
    )
  })
}
