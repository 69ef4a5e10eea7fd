import { createAuditStore } from '#audit/audit-store.ts'
import { createSessionStore } from '#auth/session-store.ts'
import { createUserStore } from '#users/user-store.ts'
import type { AdminParts } from './admin-parts.ts'
import { getUserByEmail } from './get-user-by-email.ts'

/**
 * Keeps a user from signing in and ends all their sessions; a running server notices by itself.
 * @throws DomainError user/not-found
 */
export async function disableUser({ db, clock }: AdminParts, { email }: { email: string }): Promise<void> {
  const at = clock()
  await db.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, email)
    await createUserStore(tx).setStatus(user.id, 'disabled')
    await createSessionStore(tx).endAllOf(user.id, at)
    await createAuditStore(tx).record({
      at,
      userId: undefined,
      entityId: user.entity,
      action: 'disable user',
      subjectKind: 'user',
      subjectId: user.id,
      before: { status: user.status },
      after: { status: 'disabled' },
    })
  })
}
