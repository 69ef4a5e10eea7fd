import type { Caller } from '#platform/http/caller.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { refuseDataId, requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { waitForResults } from '#features/calculations/calculation-store.ts'
import { createDataIdStore } from './data-id-store.ts'
import type { DeletingParts } from './deleting.ts'

interface Wanted {
  readonly dataId: DataId
  readonly wanted: DataId
  readonly seen: number | undefined
}

/**
 * Gives a unit another dataID. Its token, records and everything that belongs to it stay; it has to sign in with the new one. The former
 * dataID stays its own, so that no other unit gets it.
 * @throws DomainError unit/not-found, access/forbidden, unit/shared, unit/changed, unit/exists, unit/id-unavailable
 */
export async function changeDataId(
  { db, bus, clock, followChange }: Pick<DeletingParts, 'db' | 'bus' | 'clock' | 'followChange'>,
  caller: Caller,
  { dataId, wanted, seen }: Wanted,
): Promise<void> {
  const now = clock()
  let publish = (): void => undefined
  const entities = await db.transaction().execute(async (tx) => {
    await waitForResults(tx, dataId)
    const units = createUnitStore(tx)
    await units.lock(dataId)
    const unit = await units.getDocument(dataId, caller.reach)
    requireMayDecide(caller, unit)
    await requireSeen(tx, caller, { kind: 'unit', id: dataId }, seen)
    if (wanted === dataId) return unit.entities
    const store = createDataIdStore(tx)
    await store.forgetFormer(wanted, dataId)
    const [inReach] = await units.listDocuments(caller.reach, { dataIds: [wanted] })
    const taken = inReach !== undefined ? 'in-reach' : (await store.isTaken(wanted)) ? 'elsewhere' : 'no'
    const refusal = refuseDataId(wanted, taken)
    if (refusal !== undefined) throw new DomainError(refusal)
    await store.move(dataId, wanted, now)
    publish = await followChange(tx, {
      change: { kind: 'data-id-changed', dataID: dataId, to: wanted },
      reason: (t) => t('mails.data-id-changed', { unit: unit.friendlyName, to: wanted }),
      caller,
      now,
    })
    await createVersionStore(tx).raise({ kind: 'unit', id: wanted }, { by: caller.userId, at: now })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'unit', id: wanted, entity: unit.entities[0] },
      { at: now, action: 'change dataID', before: { dataID: dataId }, after: { dataID: wanted } },
    )
    return unit.entities
  })
  publish()
  bus.publish('unit-access-changed', { dataId, connectionsEnd: true })
  bus.publish('unit-access-changed', { dataId: wanted, connectionsEnd: true })
  bus.publish('unit-changed', { dataId, left: entities })
  bus.publish('unit-changed', { dataId: wanted })
  bus.publish('rights-changed', {})
  for (const consumer of ['alerts', 'calculations', 'events', 'results']) bus.publish('followers-changed', { consumer })
}
