import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { importUnits } from '@fieldwatch/contract/units/unit-imports'
import { undoUnitImport, updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { isAdmin } from '#people/access/access-policy.ts'
import { findStarter, STARTER_LOST_RIGHT } from '#people/credentials/find-starter.ts'
import { actAs } from '#platform/audit/acting.ts'
import type { Platform } from '#platform/floor.ts'
import { type ClaimedJob, createJobStore } from '#platform/jobs/job-store.ts'
import { createJobWork, type JobParts } from '#platform/jobs/job-work.ts'
import type { RetryPolicy } from '#platform/work/retry-policy.ts'
import type { WorkKind } from '#platform/work/worker.ts'
import { applyChange, type Applying, type RetainMany, type WatchToo } from './apply-change.ts'
import { applyImport } from './apply-import.ts'
import { applyUndo, type RemoveUnit } from './apply-undo.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { createMergedChanges } from './merged-changes.ts'
import { type AskedJob, createUnitJobStore, type DoneItem, type OpenItem, UNIT_JOBS } from './unit-job-store.ts'

export interface UnitJobParts extends JobParts, Pick<Platform, 'bus' | 'random'> {
  readonly watchToo: WatchToo
  readonly retainMany: RetainMany
  readonly removeUnit: RemoveUnit
  readonly followChange: FollowChange
}

/** Units that are changed in one transaction. */
const UNITS_AT_ONCE = 200

/** Units that failed so often are refused. */
const RETRIES: RetryPolicy = { firstMs: 500, factor: 1, mostMs: 500, tries: 6 }

/** How long what became of each unit is kept. */
const KEPT_MS = 30 * DAY_MS

/** Does imports and changes of many units, some units in one step. */
export function createUnitJobWork(parts: UnitJobParts): WorkKind {
  const kinds = Object.values(UNIT_JOBS)
  return createJobWork(parts, {
    name: 'unit jobs',
    kinds,
    step: (job) => changeSome(parts, job, apply),
    retries: RETRIES,
    giveUp: (job) => changeSome(parts, job, async (_, { items }) => refuse(items, sentenceOfCode('server/internal'))),
    tidy: () => createJobStore(parts.db).removeOld(kinds, parts.clock() - KEPT_MS),
  })
}

type UnitsApplying = Omit<Applying, 'actor'> & Pick<UnitJobParts, 'random' | 'removeUnit'>

interface SomeItems {
  readonly job: ClaimedJob
  readonly items: readonly OpenItem[]
}

/**
 * Does the next units of a job, all of them with their results in one transaction, so that a killed server leaves nothing half done and
 * nothing is done twice.
 */
async function changeSome(
  parts: UnitJobParts,
  job: ClaimedJob,
  change: (applying: UnitsApplying, some: SomeItems) => Promise<DoneItem[]>,
): Promise<void> {
  const { id } = job
  const merged = createMergedChanges(parts.bus)
  const tells: (() => void)[] = []
  await parts.db.transaction().execute(async (tx) => {
    const jobs = createJobStore(tx)
    if (!(await jobs.hold(job, parts.server))) return
    const store = createUnitJobStore(tx)
    const items = await store.listOpen(id, UNITS_AT_ONCE)
    const now = parts.clock()
    const afterwards = (tell: () => void): void => void tells.push(tell)
    const { watchToo, retainMany, removeUnit, random, followChange } = parts
    const does = { watchToo, retainMany, removeUnit, random, followChange }
    const applying = { tx, jobId: id, now, merged, afterwards, ...does }
    if (items.length > 0) await store.finish(id, await change(applying, { job, items }))
    await store.countDone(id)
    if (items.length < UNITS_AT_ONCE) await jobs.end(id, now)
  })
  merged.publish()
  for (const tell of tells) tell()
}

async function apply(applying: UnitsApplying, { job, items }: SomeItems): Promise<DoneItem[]> {
  const { tx, now } = applying
  const asked = job.payload as AskedJob
  const actor = await findStarter(tx, { userId: job.by, tokenId: job.tokenId }, ENDPOINTS[asked.kind], now)
  if (actor === undefined || !isAdmin(actor)) return refuse(items, STARTER_LOST_RIGHT)
  return actAs({ token: actor.token, address: job.address }, () => {
    switch (asked.kind) {
      case 'import':
        return applyImport({ ...applying, actor }, asked.options, items)
      case 'undo':
        return applyUndo({ ...applying, actor }, asked.of, items)
      default:
        return applyChange({ ...applying, actor }, asked.change, items)
    }
  })
}

/** By which a starter asked, for what its token may do. */
const ENDPOINTS = { import: importUnits, change: updateUnits, undo: undoUnitImport } as const satisfies Record<
  AskedJob['kind'],
  unknown
>

function refuse(items: readonly OpenItem[], message: string): DoneItem[] {
  return items.map(({ place }) => ({ place, result: 'refused', message }))
}
