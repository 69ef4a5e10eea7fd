import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { setImmediate } from 'node:timers/promises'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { importUnits } from '@fieldwatch/contract/units/unit-imports'
import { undoUnitImport, updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { isAdmin } from '#people/access/access-policy.ts'
import { findStarter, STARTER_LOST_RIGHT } from '#people/credentials/find-starter.ts'
import { actAs } from '#platform/audit/acting.ts'
import type { Platform } from '#platform/floor.ts'
import type { RunContext, WorkKind } from '#platform/work/worker.ts'
import { applyChange, type Applying, type RetainMany, type WatchToo } from './apply-change.ts'
import { applyImport } from './apply-import.ts'
import { applyUndo, type RemoveUnit } from './apply-undo.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { createMergedChanges } from './merged-changes.ts'
import {
  areUnitJobsDue,
  type AskedJob,
  createUnitJobStore,
  type DoneItem,
  type OpenItem,
  type StoredJob,
} from './unit-job-store.ts'

export interface UnitJobParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random' | 'log'> {
  readonly watchToo: WatchToo
  readonly retainMany: RetainMany
  readonly removeUnit: RemoveUnit
  readonly followChange: FollowChange
}

/** Units that are changed in one transaction. */
const UNITS_AT_ONCE = 200

/** After so many failures in a row what fails is given up. */
const MOST_FAILURES = 5

/** How long what became of each unit is kept. */
const KEPT_MS = 30 * DAY_MS

/** Works on all jobs in turns, some units of each, as long as there is something to do. */
export function createUnitJobWork(parts: UnitJobParts): WorkKind {
  const failures = new Map<number, number>()
  const store = createUnitJobStore(parts.db)
  return {
    name: 'unit jobs',
    isDue: areUnitJobsDue,
    run,
    tidy: () => store.removeOld(parts.clock() - KEPT_MS),
  }

  async function run({ signal }: RunContext): Promise<void> {
    let ids = await store.listRunning()
    while (ids.length > 0 && !signal.aborted) {
      const next: number[] = []
      for (const id of ids) {
        if (await runSome(id)) next.push(id)
        // Between two transactions others have their turn.
        await setImmediate()
      }
      ids = next
    }
  }

  /** True: there is more to do at once. A failure waits for the next look. */
  async function runSome(id: number): Promise<boolean> {
    const failed = failures.get(id) ?? 0
    try {
      const isMore = await stepJob(parts, id, { givesUp: failed >= MOST_FAILURES })
      failures.delete(id)
      return isMore
    } catch (error) {
      failures.set(id, failed + 1)
      parts.log.warn({ err: error, jobID: id }, 'unit job step failed; retrying')
      return false
    }
  }
}

/**
 * Does the next units of a job, all of them with their results in one transaction, so that a killed server leaves nothing half done and
 * nothing is done twice. True: there are more.
 */
async function stepJob(parts: UnitJobParts, id: number, { givesUp }: { givesUp: boolean }): Promise<boolean> {
  const merged = createMergedChanges(parts.bus)
  const tells: (() => void)[] = []
  const isMore = await parts.db.transaction().execute(async (tx) => {
    const store = createUnitJobStore(tx)
    const job = await store.claimFree(id)
    if (job === undefined) return false
    const items = await store.listOpen(id, UNITS_AT_ONCE)
    const now = parts.clock()
    const afterwards = (tell: () => void): void => void tells.push(tell)
    const { watchToo, retainMany, removeUnit, random, followChange } = parts
    const does = { watchToo, retainMany, removeUnit, random, followChange }
    const applying = { tx, jobId: id, now, merged, afterwards, ...does }
    if (items.length > 0) {
      await store.finish(
        id,
        givesUp ? refuse(items, sentenceOfCode('server/internal')) : await apply(applying, job, items),
      )
    }
    if (items.length === UNITS_AT_ONCE) return true
    await store.end(id, now)
    return false
  })
  merged.publish()
  for (const tell of tells) tell()
  return isMore
}

async function apply(
  applying: Omit<Applying, 'actor'> & Pick<UnitJobParts, 'random' | 'removeUnit'>,
  { asked, address, by, tokenId }: StoredJob,
  items: readonly OpenItem[],
): Promise<DoneItem[]> {
  const { tx, now } = applying
  const actor = await findStarter(tx, { userId: by, tokenId }, ENDPOINTS[asked.kind], now)
  if (actor === undefined || !isAdmin(actor)) return refuse(items, STARTER_LOST_RIGHT)
  return actAs({ token: actor.token, address }, () => {
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
