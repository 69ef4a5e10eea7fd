import type { BodyOf } from '@fieldwatch/contract/endpoint'
import type { Retention, setRetention as setRetentionEndpoint } from '@fieldwatch/contract/retention'
import { mayReach, requireAdmin } from '#access/access-policy.ts'
import { createAuditStore } from '#audit/audit-store.ts'
import type { Db } from '#database/database.ts'
import { DomainError } from '#errors/domain-error.ts'
import type { Caller } from '#http/caller.ts'
import type { Clock } from '#time/clock.ts'
import { createUnitStore } from '#units/unit-store.ts'
import { createRetentionSettingsStore } from './retention-settings-store.ts'

interface Dependencies {
  db: Db
  clock: Clock
}

/**
 * Chooses how long an entity or a source keeps what it has. What is over age goes with the next run of the removal.
 * @throws DomainError access/forbidden, entity/not-found, unit/not-found, data/not-found, retention/shared-unit
 */
export async function setRetention(
  { db, clock }: Dependencies,
  caller: Caller,
  wanted: BodyOf<typeof setRetentionEndpoint>,
): Promise<void> {
  requireAdmin(caller)
  const { rawDays, summaryDays } = wanted
  const after = { rawDays, summaryDays }
  await db.transaction().execute(async (tx) => {
    const changed = 'entityID' in wanted ? await ofEntity(tx, caller, wanted) : await ofSource(tx, caller, wanted)
    await createAuditStore(tx).record({
      at: clock(),
      userId: caller.userId,
      action: 'set retention',
      ...changed,
      after,
    })
  })
}

type Wanted = BodyOf<typeof setRetentionEndpoint>

async function ofEntity(tx: Db, caller: Caller, { entityID, ...days }: Extract<Wanted, { entityID: unknown }>) {
  if (!mayReach(caller, entityID)) throw new DomainError('entity/not-found')
  const before: Retention = await createRetentionSettingsStore(tx).setOfEntity(entityID, days)
  return { entityId: entityID, subjectKind: 'entity', subjectId: entityID, before }
}

async function ofSource(tx: Db, caller: Caller, { dataID, source, ...days }: Extract<Wanted, { source: unknown }>) {
  const units = createUnitStore(tx)
  const { entities } = await units.getDocument(dataID, caller.reach)
  // What is removed is gone for the other entity too.
  if (await units.isShared(dataID, caller.reach)) throw new DomainError('retention/shared-unit')
  const before: Retention = await createRetentionSettingsStore(tx).setOfSource(dataID, source, days)
  return { entityId: entities[0], subjectKind: 'source', subjectId: `${dataID}/${source}`, before }
}
