import type { EntityId, SimId } from '@fieldwatch/contract/ids'
import type { ImportOptions, SimImport } from '@fieldwatch/contract/sims'
import { createAuditStore } from '#audit/audit-store.ts'
import type { Db } from '#database/database.ts'
import { DomainError } from '#errors/domain-error.ts'
import type { Caller } from '#http/caller.ts'
import type { Random } from '#random/random.ts'
import { createSourceStore } from '#telemetry/source-store.ts'
import type { Clock } from '#time/clock.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import type { ReadRow } from './read-sim-row.ts'
import { requireMayKeepSims } from './sim-policy.ts'
import { createSimStore } from './sim-store.ts'

interface Dependencies {
  db: Db
  clock: Clock
  random: Random
}

/** Bad lines that a refusal names. */
const NAMED_LINES = 100

/**
 * Brings the list of an entity up to date with what was read, all at once: every line, or with `skipInvalid` every good one.
 * @throws DomainError access/forbidden, entity/not-found, sim/import-invalid
 */
export async function importSims(
  { db, clock, random }: Dependencies,
  caller: Caller,
  rows: readonly ReadRow[],
  { entity, dryRun, skipInvalid }: ImportOptions,
): Promise<Omit<SimImport, 'columns'>> {
  requireMayKeepSims(caller, entity)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const sims = createSimStore(tx)
    await sims.lockList(entity)
    const plan = planImport(rows, {
      entity,
      now,
      cards: await sims.listCards(
        entity,
        rows.map(({ iccid }) => iccid),
      ),
      units: await createSourceStore(tx).listUnitsInReach(
        rows.flatMap(({ row }) => row?.dataID ?? []),
        caller.reach,
      ),
      newId: () => random.id() as SimId,
    })
    if (!dryRun) {
      if (plan.counts.invalid > 0 && !skipInvalid) throw refusalOf(plan)
      await sims.save(
        plan.changes.map(({ card }) => card),
        now,
      )
      await record(tx, { caller, now, entity }, plan)
    }
    return { applied: !dryRun, counts: plan.counts, lines: [...plan.lines] }
  })
}

function refusalOf({ lines }: ImportPlan): DomainError {
  const bad = lines.filter(({ verdict }) => verdict === 'invalid').slice(0, NAMED_LINES)
  const fields = Object.fromEntries(bad.map(({ line, errors }) => [`lines.${line}`, errors.join(' ')]))
  return new DomainError('sim/import-invalid', { details: { fields } })
}

async function record(
  db: Db,
  { caller, now, entity }: { caller: Caller; now: number; entity: EntityId },
  { counts, changes }: ImportPlan,
): Promise<void> {
  if (changes.length === 0) return
  const byCard = (part: 'before' | 'after') => changes.map((change) => ({ iccid: change.card.iccid, ...change[part] }))
  await createAuditStore(db).record({
    at: now,
    userId: caller.userId,
    entityId: entity,
    action: 'import sims',
    subjectKind: 'entity',
    subjectId: entity,
    before: { cards: byCard('before') },
    after: { counts, cards: byCard('after') },
  })
}
