import type { Caller } from '#platform/http/caller.ts'
import { requirePassword } from '#people/credentials/require-password.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { followRemoval } from './follow-factors.ts'
import { requireOwnCode } from './require-own-code.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { createSecondFactorStore } from '#people/credentials/second-factor-store.ts'
import { mailAboutFactor } from './notify-person.ts'

/**
 * Switches the authenticator app off.
 * @throws DomainError auth/wrong-password, auth/wrong-code, auth/too-many-requests, second-factor/none
 */
export async function removeTotp(
  parts: SecondFactorParts,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const { db, clock } = parts
  const { userId } = caller
  await requirePassword(parts, { caller, password })
  await requireOwnCode(parts, caller, code)
  const at = clock()
  await db.transaction().execute(async (tx) => {
    await createUserStore(tx).lock(userId)
    if (!(await createSecondFactorStore(tx).removeTotp(userId))) throw new DomainError('second-factor/none')
    await followRemoval(tx, userId)
    await createAuditStore(tx).recordOwn(caller, {
      at,
      action: 'remove second factor',
      before: { secondFactor: 'authenticator app' },
    })
    const user = await createUserStore(tx).get(userId)
    await mailAboutFactor(parts, tx, { user, at, kind: 'app-removed' })
  })
}
