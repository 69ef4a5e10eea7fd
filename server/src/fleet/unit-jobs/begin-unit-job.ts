import { addressNow } from '#platform/audit/acting.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { BEGIN_ACTIONS, describeAsked } from './describe-asked.ts'
import { type AskedJob, createUnitJobStore, type NewItem } from './unit-job-store.ts'

/** Jobs of one person that run at once. */
const MOST_RUNNING = 5

interface Beginning {
  readonly caller: Pick<Caller, 'userId' | 'token' | 'entity'>
  readonly now: number
}

/** Keeps a job with its units, all or nothing. @throws DomainError unit/too-many-jobs, and what `items` throws */
export async function beginUnitJob(
  db: Db,
  asked: AskedJob,
  { caller, now }: Beginning,
  items: AsyncIterable<readonly NewItem[]> | Iterable<readonly NewItem[]>,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const store = createUnitJobStore(tx)
    const { userId: by, token, entity } = caller
    await store.lockAsker(by)
    if ((await store.countRunning(by)) >= MOST_RUNNING) throw new DomainError('unit/too-many-jobs')
    const id = await store.create(asked, { by, tokenId: token?.id, entity, now, address: addressNow() })
    let units = 0
    for await (const some of items) {
      await store.addItems(id, some)
      units += some.length
    }
    await createAuditStore(tx).recordChange(
      { userId: by },
      { kind: 'unit job', id, entity },
      { at: now, action: BEGIN_ACTIONS[asked.kind], after: { ...describeAsked(asked), units } },
    )
    return id
  })
}
