import type { EntityId } from '@fieldwatch/contract/api/ids'
import { requireReach, viewingWithin } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

type Parts = Pick<Platform, 'db' | 'clock'>

/**
 * Stores which entities a user looks at (none: all in reach, also those that come later); returns the caller as they are then.
 * @throws DomainError entity/not-found when one of them is out of reach
 */
export async function chooseEntityViewing(
  { db, clock }: Parts,
  caller: Caller,
  entityViewing: readonly EntityId[],
): Promise<Caller> {
  const chosen = [...new Set(entityViewing)]
  requireReach(caller, ...chosen)
  await db.transaction().execute(async (tx) => {
    await createUserStore(tx).setEntityViewing(caller.userId, chosen)
    await createAuditStore(tx).recordOwn(caller, {
      at: clock(),
      action: 'choose viewing entities',
      before: { entityViewing: caller.viewing },
      after: { entityViewing: chosen },
    })
  })
  return { ...caller, viewing: viewingWithin(chosen, caller.reach) }
}
