import { createRequiredFactorStore } from '#people/entities/required-factor-store.ts'
import { takeSecondFactor } from '#people/second-factor/reset-second-factor.ts'
import type { AdminParts } from './admin-parts.ts'
import { getUserByEmail } from './get-user-by-email.ts'

/**
 * Takes the second factor from a user and ends all sessions, for whoever has no admin left to ask. Returns whether the entity requires
 * another one.
 * @throws DomainError user/not-found, second-factor/none
 */
export async function resetFactor({ db, clock }: AdminParts, { email }: { email: string }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, email)
    await takeSecondFactor(tx, { user, by: undefined, at: clock() })
    return createRequiredFactorStore(tx).isRequiredOf(user.id)
  })
}
