import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { SimId } from '@fieldwatch/contract/api/ids'
import type {
  createSim as createSimEndpoint,
  Sim,
  SimFields,
  SimRemoval,
  updateSim as updateSimEndpoint,
} from '@fieldwatch/contract/units/sims'
import { requireAdminOf, requireAdmin } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { differences, newCard, withFields } from './sim-card.ts'
import { createSimStore } from './sim-store.ts'

type Dependencies = Pick<Platform, 'db' | 'clock' | 'random'>

/** @throws DomainError access/forbidden, entity/not-found, unit/not-found, sim/exists, sim/import-running */
export async function createSim(
  { db, clock, random }: Dependencies,
  caller: Caller,
  { entity, iccid, ...fields }: BodyOf<typeof createSimEndpoint>,
): Promise<Sim> {
  requireAdminOf(caller, entity)
  const simId = random.id() as SimId
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const sims = createSimStore(tx)
    await requireUnit(tx, caller, fields)
    await sims.lockListSoon(entity)
    if ((await sims.listCards(entity, [iccid])).size > 0) throw new DomainError('sim/exists')
    const card = withFields(newCard({ simId, entity, iccid }), fields, now)
    await sims.save([card], { now, by: caller.userId })
    const subject = { kind: 'sim', id: simId, entity }
    await createAuditStore(tx).recordChange(caller, subject, { at: now, action: 'create sim', after: card })
    return getSim(tx, caller, simId, now)
  })
}

interface SimChange {
  /** The version that the change was made from. */
  seen: number | undefined
  body: BodyOf<typeof updateSimEndpoint>
}

/** @throws DomainError access/forbidden, sim/not-found, unit/not-found, sim/changed, sim/import-running */
export async function updateSim(
  { db, clock }: Dependencies,
  caller: Caller,
  { seen, body: { simID: simId, version: _version, ...fields } }: SimChange,
): Promise<Sim> {
  requireAdmin(caller)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const sims = createSimStore(tx)
    const before = await sims.lockCard(simId, caller.reach)
    await requireSeen(tx, caller, { kind: 'sim', id: simId }, seen)
    await requireUnit(tx, caller, fields)
    const after = withFields(before, fields, now)
    const changed = differences(before, after, now)
    if (changed !== undefined) {
      await sims.save([after], { now, by: caller.userId })
      const subject = { kind: 'sim', id: simId, entity: before.entity }
      await createAuditStore(tx).recordChange(caller, subject, { at: now, action: 'update sim', ...changed })
    }
    return getSim(tx, caller, simId, now)
  })
}

/**
 * Takes those cards off their lists that are on one in reach, and returns the result of each; an id that is given twice has one result.
 * @throws DomainError access/forbidden, sim/not-found when none of them is on a list, sim/import-running
 */
export async function removeSims(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  caller: Caller,
  simIds: readonly SimId[],
): Promise<SimRemoval[]> {
  requireAdmin(caller)
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const sims = createSimStore(tx)
    for (const entity of await sims.listEntitiesOf(simIds, caller.reach)) await sims.lockListSoon(entity)
    const cards = await sims.remove(simIds, caller.reach)
    if (cards.length === 0) throw new DomainError('sim/not-found')
    await createAuditStore(tx).recordAll(
      cards.map((card) => ({
        at,
        userId: caller.userId,
        entityId: card.entity,
        action: 'remove sim',
        subjectKind: 'sim',
        subjectId: card.simId,
        before: card,
      })),
    )
    const removed = new Set(cards.map(({ simId }) => simId))
    return [...new Set(simIds)].map((simID) => ({ simID, result: removed.has(simID) ? 'removed' : 'not-found' }))
  })
}

async function requireUnit(db: Db, caller: Caller, { dataID }: SimFields): Promise<void> {
  if (dataID !== undefined && dataID !== null) await createUnitStore(db).getDocument(dataID, caller.reach)
}

async function getSim(db: Db, caller: Caller, simId: SimId, now: number): Promise<Sim> {
  const { reach } = caller
  const [sim] = await createSimStore(db).list({ entities: reach, reach, simIds: [simId], now })
  if (sim === undefined) throw new DomainError('sim/not-found')
  return sim
}
