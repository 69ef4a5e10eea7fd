import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import {
  keepsSummariesLonger,
  type Retention,
  type setRetention as setRetentionEndpoint,
  SUMMARIES_TOO_SHORT,
} from '@fieldwatch/contract/units/retention'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { createRetentionSettingsStore } from './retention-settings-store.ts'

type Dependencies = Pick<Platform, 'db' | 'clock'>

type Wanted = Omit<BodyOf<typeof setRetentionEndpoint>, 'version'>
type OfEntity = Extract<BodyOf<typeof setRetentionEndpoint>, { entityID: unknown }>
type OfSource = Extract<BodyOf<typeof setRetentionEndpoint>, { source: unknown }>

/** What is changed, with the version that the change was made from. */
interface Asked {
  wanted: BodyOf<typeof setRetentionEndpoint>
  seen: number | undefined
}

/**
 * Sets the retention of an entity or a source; the next removal applies it.
 * @throws DomainError access/forbidden, entity/not-found, unit/not-found, data/not-found, unit/shared, entity/changed,
 * retention/changed, request/invalid
 */
export async function setRetention(
  { db, clock }: Dependencies,
  caller: Caller,
  { wanted, seen }: Asked,
): Promise<void> {
  requireAdmin(caller)
  const at = clock()
  await db.transaction().execute(async (tx) => {
    const { thing, before, set, subject } =
      'entityID' in wanted ? await ofEntity(tx, caller, wanted) : await ofSource(tx, caller, wanted)
    await requireSeen(tx, caller, thing, seen)
    const after = retentionAfter(before, wanted)
    await set(after)
    await createVersionStore(tx).raise(thing, { by: caller.userId, at })
    await createAuditStore(tx).recordChange(caller, subject, { at, action: 'set retention', before, after })
  })
}

/** @throws DomainError request/invalid */
function retentionAfter(before: Retention, { rawDays = before.rawDays, summaryDays = before.summaryDays }: Wanted) {
  const after: Retention = { rawDays, summaryDays }
  if (!keepsSummariesLonger(after)) throw invalidField('summaryDays', SUMMARIES_TOO_SHORT)
  return after
}

async function ofEntity(tx: Db, caller: Caller, { entityID }: OfEntity) {
  if (!mayReach(caller, entityID)) throw new DomainError('entity/not-found')
  const settings = createRetentionSettingsStore(tx)
  const before = await settings.lockOfEntity(entityID)
  return {
    thing: { kind: 'entity', id: entityID } as const,
    before,
    set: (after: Retention) => settings.setOfEntity(entityID, after),
    subject: { kind: 'entity', id: entityID, entity: entityID },
  }
}

async function ofSource(tx: Db, caller: Caller, { dataID, source }: OfSource) {
  const units = createUnitStore(tx)
  const unit = await units.getDocument(dataID, caller.reach)
  // Removed records are gone for the other entities of the unit too.
  requireMayDecide(caller, unit)
  const settings = createRetentionSettingsStore(tx)
  const { key, ...before } = await settings.lockOfSource(dataID, source)
  return {
    thing: { kind: 'retention', id: key } as const,
    before,
    set: (after: Retention) => settings.setOfSource(key, after),
    subject: { kind: 'source', id: `${dataID}/${source}`, entity: unit.entities[0] },
  }
}
