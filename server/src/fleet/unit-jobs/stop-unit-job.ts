import { requireAdmin } from '#people/access/access-policy.ts'
import type { Actor } from '#people/access/person-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import { describeAsked, STOP_ACTIONS } from './describe-asked.ts'
import { createUnitJobStore } from './unit-job-store.ts'

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
