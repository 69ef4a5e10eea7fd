import { requireAdminOf } from '#people/access/access-policy.ts'
import type { SimId, EntityId } from '@fieldwatch/contract/api/ids'
import {
  type ImportOptions,
  SIM_LINES_SHOWN,
  type SimImport,
  type SimImportLine,
} from '@fieldwatch/contract/units/sims'
import { reloadCaller } from '#people/credentials/authenticator.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createImportTally } from '#platform/imports/import-tally.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import type { ImportHead, ReadRows } from './read-import.ts'
import { createSimStore } from './sim-store.ts'

type Dependencies = Pick<Platform, 'db' | 'clock' | 'random'>

/** Bad lines that a refusal names. */
const NAMED_LINES = 100

type Parts = AsyncGenerator<ImportHead | ReadRows, void>

/**
 * Brings the list of an entity up to date with what is read, all at once: every line, or with `skipInvalid` every good one.
 * @throws DomainError access/forbidden, entity/not-found, sim/import-invalid, and what reading throws
 */
export async function importSims(dependencies: Dependencies, caller: Caller, parts: Parts): Promise<SimImport> {
  await using reading = parts
  const { value: head } = await reading.next()
  if (head === undefined || !('options' in head)) throw new Error('An import has no head')
  const { options, layout } = head
  requireAdminOf(caller, options.entity)
  const asked = { caller, options, reading }
  const tally = options.dryRun
    ? await readAll(dependencies, asked)
    : await dependencies.db.transaction().execute(async (tx) => {
        await createSimStore(tx).lockList(options.entity)
        const tally = await readAll({ ...dependencies, db: tx }, asked)
        // A long file takes a while: a user who lost the permission in the meantime imports nothing more.
        requireAdminOf(await reloadCaller(tx, caller, dependencies.clock()), options.entity)
        return tally
      })
  return { applied: !options.dryRun, ...tally.verdict(), ...layout }
}

interface Asked {
  readonly caller: Caller
  readonly options: ImportOptions
  readonly reading: Parts
}

async function readAll({ db, clock, random }: Dependencies, { caller, options, reading }: Asked) {
  const { entity, dryRun, skipInvalid } = options
  const now = clock()
  const sims = createSimStore(db)
  const units = createUnitStore(db)
  const tally = createImportTally<SimImportLine>(SIM_LINES_SHOWN)
  const seen = new Map<string, number>()
  for await (const rows of reading) {
    if ('options' in rows) continue
    const iccids = rows.flatMap(({ row }) => row?.iccid ?? [])
    const dataIds = rows.flatMap(({ row }) => row?.dataID ?? [])
    const plan = planImport(rows, {
      entity,
      now,
      seen,
      cards: await (dryRun ? sims.listCards(entity, iccids) : sims.lockCards(entity, iccids)),
      units: dataIds.length === 0 ? new Set() : await units.listInReach(dataIds, caller.reach),
      newId: () => random.id() as SimId,
    })
    tally.add(plan)
    const isRefused = !skipInvalid && tally.invalid().length > 0
    if (dryRun || isRefused) continue
    const cards = plan.changes.map(({ card }) => card)
    await sims.save(cards, { now, by: caller.userId })
    await record(db, { caller, now, entity }, plan)
  }
  if (!dryRun && !skipInvalid && tally.invalid().length > 0) throw refusalOf(tally.invalid())
  return tally
}

function refusalOf(invalid: readonly SimImportLine[]): DomainError {
  const named = invalid.slice(0, NAMED_LINES)
  const fields = Object.fromEntries(named.map(({ line, errors }) => [`lines.${line}`, errors.join(' ')]))
  return new DomainError('sim/import-invalid', { details: { fields } })
}

/** A long import writes one audit entry for each part. */
async function record(
  db: Db,
  { caller, now, entity }: { caller: Caller; now: number; entity: EntityId },
  plan: ImportPlan,
): Promise<void> {
  const { counts, changes } = plan
  if (changes.length === 0) return
  const byCard = (part: 'before' | 'after') => changes.map((change) => ({ iccid: change.card.iccid, ...change[part] }))
  await createAuditStore(db).recordChange(
    caller,
    { kind: 'entity', id: entity, entity },
    { at: now, action: 'import sims', before: { cards: byCard('before') }, after: { counts, cards: byCard('after') } },
  )
}
