import { createAuditStore } from '#platform/audit/audit-store.ts'
import { hashPassword } from '#people/credentials/password-hash.ts'
import { createPasswordResetStore } from '#people/credentials/password-reset-store.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { createSignInFailureStore } from '#people/credentials/sign-in-failure-store.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import type { AdminParts } from './admin-parts.ts'
import { choosePassword } from './choose-password.ts'
import { getUserByEmail } from './get-user-by-email.ts'

/**
 * Sets a password and ends all sessions of the user. Returns the password when it was made here.
 * @throws DomainError user/not-found, auth/weak-password
 */
export async function setPassword(
  { db, clock, random }: AdminParts,
  command: { email: string; password?: string | undefined },
): Promise<string | undefined> {
  const { password, made } = choosePassword(random, command)
  const passwordHash = await hashPassword(password)
  const at = clock()
  await db.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, command.email)
    await createUserStore(tx).setPasswordHash(user.id, passwordHash)
    await createPasswordResetStore(tx).useAllOf(user.id, at)
    await createSignInStepStore(tx).removeAllOf(user.id)
    await createSignInFailureStore(tx).forgive(user.email)
    await createSessionStore(tx).endAllOf(user.id, at)
    await createAuditStore(tx).record({
      at,
      userId: undefined,
      entityId: user.entity,
      action: 'set password',
      subjectKind: 'user',
      subjectId: user.id,
    })
  })
  return made ? password : undefined
}
