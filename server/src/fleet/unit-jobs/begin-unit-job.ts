import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type AskedJob, createUnitJobStore, type NewItem, UNIT_JOBS } from './unit-job-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Actor } from '#people/access/person-store.ts'
import type { Platform } from '#platform/floor.ts'

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
    const id = await store.create(asked, { by, tokenId: token?.id, entity, now })
    let units = 0
    for await (const some of items) {
      await store.addItems(id, some)
      units += some.length
    }
    await store.countDone(id)
    await createAuditStore(tx).recordChange(
      { userId: by },
      { kind: 'unit job', id, entity },
      { at: now, action: UNIT_JOBS[asked.kind], after: { ...describeAsked(asked), units } },
    )
    return id
  })
}

type Dependencies = Pick<Platform, 'db' | 'clock'>

/**
 * Stops a job after the units that are being done now; the others stay as they were. Anyone who has the entity in reach in which it was begun
 * may: what its beginner reaches they reach too. One that has ended stays as it is.
 * @throws DomainError access/forbidden, unit/job-not-found
 */
export async function stopUnitJob({ db, clock }: Dependencies, caller: Actor, jobId: number): Promise<void> {
  requireAdmin(caller)
  await db.transaction().execute(async (tx) => {
    const store = createUnitJobStore(tx)
    // Waits for the worker that does some of its units.
    const job = await store.claimReadable(jobId, caller)
    if (job === undefined) throw new DomainError('unit/job-not-found')
    if (job.endedAt !== undefined) return
    const now = clock()
    const notDone = await store.stop(jobId, { by: caller.userId, now })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'unit job', id: jobId, entity: caller.entity },
      { at: now, action: STOP_ACTIONS[job.asked.kind], after: { ...describeAsked(job.asked), notDone } },
    )
  })
}

/** What the audit log says that a job does. */
function describeAsked(asked: AskedJob): object {
  switch (asked.kind) {
    case 'import':
      return asked.options
    case 'undo':
      return { importJobID: asked.of }
    default:
      return asked.change
  }
}

/** As the audit log names its stopping. */
const STOP_ACTIONS = {
  import: 'stop import of units',
  change: 'stop change of units',
  undo: 'stop undoing import of units',
} as const satisfies Record<AskedJob['kind'], string>
