import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { DataDocument } from '@fieldwatch/contract/units'
import { requireAdmin } from '#access/access-policy.ts'
import { createAuditStore } from '#audit/audit-store.ts'
import type { Bus } from '#bus/bus.ts'
import type { Db } from '#database/database.ts'
import type { Caller } from '#http/caller.ts'
import type { Random } from '#random/random.ts'
import type { Clock } from '#time/clock.ts'
import { createUnitStore, type UnitStore } from './unit-store.ts'
import { createUnitToken, hashUnitToken } from './unit-token.ts'

interface Dependencies {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
}

interface Change {
  action: string
  before?: unknown
  after?: unknown
}

/**
 * Gives a unit a new token. The old one stops working, and its connections end.
 * @throws DomainError access/forbidden, unit/not-found
 */
export async function rotateUnitToken(dependencies: Dependencies, caller: Caller, dataId: DataId): Promise<string> {
  const token = createUnitToken(dependencies.random)
  await change(dependencies, caller, dataId, async (units) => {
    await units.setTokenHash(dataId, hashUnitToken(token))
    return { action: 'rotate unit token' }
  })
  dependencies.bus.publish('unit-access-changed', { dataId, tokenChanged: true })
  return token
}

/**
 * Chooses the sources whose records are acknowledged and not stored.
 * @throws DomainError access/forbidden, unit/not-found
 */
export async function setPausedData(
  dependencies: Dependencies,
  caller: Caller,
  dataId: DataId,
  pausedData: readonly SourceName[],
): Promise<DataDocument> {
  const document = await change(dependencies, caller, dataId, async (units, { pausedData: before }) => {
    await units.setPausedData(dataId, pausedData)
    return { action: 'set paused data', before: { pausedData: before }, after: { pausedData } }
  })
  dependencies.bus.publish('unit-access-changed', { dataId, tokenChanged: false })
  dependencies.bus.publish('unit-changed', { dataId })
  return document
}

/** Makes a change of an admin to a unit in reach, with its entry in the audit log; returns the document after it. */
async function change(
  { db, clock }: Dependencies,
  caller: Caller,
  dataId: DataId,
  make: (units: UnitStore, before: DataDocument) => Promise<Change>,
): Promise<DataDocument> {
  requireAdmin(caller)
  return db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    const before = await units.getDocument(dataId, caller.reach)
    const made = await make(units, before)
    await createAuditStore(tx).record({
      at: clock(),
      userId: caller.userId,
      entityId: before.entities[0],
      subjectKind: 'unit',
      subjectId: dataId,
      ...made,
    })
    return units.getDocument(dataId, caller.reach)
  })
}
