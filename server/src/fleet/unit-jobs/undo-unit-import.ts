import { setImmediate } from 'node:timers/promises'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { MOST_THINGS } from '@fieldwatch/contract/consequences/changes'
import { UNDO_KEPT_LISTED, type UnitUndoPlan } from '@fieldwatch/contract/consequences/unit-undo'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { beginUnitJob } from './begin-unit-job.ts'
import { changesOfUnits } from '#fleet/units/follow-units.ts'
import { planUndo } from './plan-undo.ts'
import { createUnitJobStore, type DoneUnit, type ListedJob } from './unit-job-store.ts'
import type { UnitWish } from './unit-wish.ts'

/** The most changes of restored units that are named. */
const MOST_LISTS = 5

/** Units that are looked at in one turn. */
const UNITS_AT_ONCE = 500

/**
 * What undoing an import would do, as far as is known now.
 * @throws DomainError access/forbidden, unit/job-not-found, unit/job-running
 */
export async function planUnitUndo(db: Db, caller: Caller, jobId: number): Promise<UnitUndoPlan> {
  const { importOf, done } = await findImport(db, caller, jobId)
  const found = { remove: 0, restore: 0, keep: 0, kept: [] as UnitUndoPlan['kept'] }
  const removed: DataId[] = []
  const restored: { unit: DataDocument; difference: UnitWish }[] = []
  for (let start = 0; start < done.length; start += UNITS_AT_ONCE) {
    const some = done.slice(start, start + UNITS_AT_ONCE)
    const names = await createUnitStore(db).listDocuments(caller.reach, { dataIds: some.map(({ dataId }) => dataId) })
    const nameOf = new Map(names.map(({ dataID, friendlyName }) => [dataID, friendlyName]))
    for (const [dataID, plan] of await planUndo(db, caller, { importOf, done: some })) {
      found[plan.kind] += 1
      if (plan.kind === 'remove' && removed.length < MOST_THINGS) removed.push(dataID)
      if (plan.kind === 'restore' && restored.length < MOST_THINGS)
        restored.push({ unit: plan.unit, difference: plan.former })
      if (plan.kind === 'keep' && found.kept.length < UNDO_KEPT_LISTED)
        found.kept.push({ dataID, friendlyName: nameOf.get(dataID) ?? null, why: plan.why })
    }
    await setImmediate()
  }
  const ofRestored = changesOfUnits(restored)
  const ofRemoved = removed.length === 0 ? [] : [{ kind: 'unit-deleted' as const, dataIDs: removed }]
  return {
    ...found,
    changes: [...ofRemoved, ...ofRestored.slice(0, MOST_LISTS)],
    complete: removed.length === found.remove && restored.length === found.restore && ofRestored.length <= MOST_LISTS,
  }
}

/**
 * Begins to take back what an import did, by a job. Returns its id.
 * @throws DomainError access/forbidden, unit/job-not-found, unit/job-running, unit/too-many-jobs
 */
export async function undoUnitImport(
  db: Db,
  caller: Caller,
  { jobId, now }: { readonly jobId: number; readonly now: number },
): Promise<number> {
  const { done } = await findImport(db, caller, jobId)
  const items = done.map(({ place, dataId }) => ({ place, dataId }))
  return beginUnitJob(db, { kind: 'undo', of: jobId }, { caller, now }, [items])
}

async function findImport(
  db: Db,
  caller: Caller,
  jobId: number,
): Promise<{ importOf: ListedJob; done: readonly DoneUnit[] }> {
  requireAdmin(caller)
  const store = createUnitJobStore(db)
  const [importOf] = await store.list(caller, { which: { id: jobId } })
  if (importOf?.asked.kind !== 'import') throw new DomainError('unit/job-not-found')
  if (importOf.endedAt === undefined) throw new DomainError('unit/job-running')
  return { importOf, done: await store.listDone(jobId) }
}
