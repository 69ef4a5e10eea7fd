import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { createUnitStore, type UnitStore } from './unit-store.ts'

export type ChangeParts = Pick<Platform, 'db' | 'clock'>

/** What the audit log says of a change. */
interface Change {
  action: ActivityAction
  before?: unknown
  after?: unknown
}

type Make = (units: UnitStore, before: DataDocument, tx: Db) => Promise<Change>

/** Which unit is changed, and the version that the change was made from. */
export interface SeenUnit {
  dataId: DataId
  seen: number | undefined
}

/**
 * As `changeUnit`, for a change that the version of the unit counts.
 * @throws DomainError unit/not-found, unit/changed
 */
export async function changeCounted(
  parts: ChangeParts,
  caller: Caller,
  { dataId, seen }: SeenUnit,
  make: Make,
): Promise<DataDocument> {
  const thing = { kind: 'unit', id: dataId } as const
  return changeUnit(parts, caller, dataId, async (units, before, tx) => {
    await requireSeen(tx, caller, thing, seen)
    const change = await make(units, before, tx)
    await createVersionStore(tx).raise(thing, { by: caller.userId, at: parts.clock() })
    return change
  })
}

/**
 * Makes a user's change to a unit in reach, with its entry in the audit log, and returns the document after it. The operation
 * that calls it checks whether the user may.
 * @throws DomainError unit/not-found
 */
export async function changeUnit(
  { db, clock }: ChangeParts,
  caller: Caller,
  dataId: DataId,
  make: Make,
): Promise<DataDocument> {
  return db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    await units.lock(dataId)
    const before = await units.getDocument(dataId, caller.reach)
    const made = await make(units, before, tx)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'unit', id: dataId, entity: before.entities[0] },
      { at: clock(), ...made },
    )
    return units.getDocument(dataId, caller.reach)
  })
}
