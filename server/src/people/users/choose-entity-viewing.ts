import type { EntityId } from '@fieldwatch/contract/api/ids'
import { mayReach, viewingWithin } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

interface Parts {
  db: Db
  clock: Clock
}

interface Choice {
  /** Empty: all in reach, also those that come later. */
  entityViewing: readonly EntityId[]
  address: string
}

/**
 * Stores which entities a user looks at; returns the caller as they are then.
 * @throws DomainError entity/not-found when one of them is out of reach
 */
export async function chooseEntityViewing({ db, clock }: Parts, caller: Caller, choice: Choice): Promise<Caller> {
  const chosen = [...new Set(choice.entityViewing)]
  if (!chosen.every((entity) => mayReach(caller, entity))) throw new DomainError('entity/not-found')
  await db.transaction().execute(async (tx) => {
    await createUserStore(tx).setEntityViewing(caller.userId, chosen)
    await createAuditStore(tx).record({
      at: clock(),
      userId: caller.userId,
      entityId: caller.entity,
      action: 'choose viewing entities',
      subjectKind: 'user',
      subjectId: caller.userId,
      before: { entityViewing: caller.viewing },
      after: { entityViewing: chosen },
      address: choice.address,
    })
  })
  return { ...caller, viewing: viewingWithin(chosen, caller.reach) }
}
