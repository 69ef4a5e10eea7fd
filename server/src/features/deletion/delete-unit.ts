import type { Caller } from '#platform/http/caller.ts'
import type { DataId, UserId } from '@fieldwatch/contract/api/ids'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createJobStore } from '#platform/jobs/job-store.ts'
import { waitForResults } from '#features/calculations/calculation-store.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { type DeletingParts, requireConfirmed } from './deleting.ts'
import { createUnitDetachStore } from './unit-detach-store.ts'

/**
 * Deletes a unit with everything that hangs on it. It is out of all lists at once, cannot send any more, and its records go in the
 * background.
 * @throws DomainError unit/not-found, access/forbidden, unit/shared, request/invalid, auth/step-up-needed
 */
export async function deleteUnit(
  parts: DeletingParts,
  caller: Caller,
  { dataId, confirm }: { readonly dataId: DataId; readonly confirm: string },
): Promise<void> {
  const publish = await parts.db.transaction().execute(async (tx) => {
    await waitForResults(tx, dataId)
    const units = createUnitStore(tx)
    await units.lock(dataId)
    const unit = await units.getDocument(dataId, caller.reach)
    requireMayDecide(caller, unit)
    requireConfirmed(confirm, unit.friendlyName)
    await requireRecentProof(tx, caller, parts.clock())
    return detachUnit(parts, tx, unit, caller.userId)
  })
  publish()
  await parts.images.removeUnreferenced()
  parts.deletions.wake()
}

/** As `deleteUnit`, in a transaction that has waited for results of the unit. Returns what to publish once it is committed. */
export async function detachUnit(
  { bus, clock, images, followChange }: Omit<DeletingParts, 'db' | 'deletions'>,
  tx: Db,
  {
    dataID: dataId,
    friendlyName,
    image,
    entities,
  }: Pick<DataDocument, 'dataID' | 'friendlyName' | 'image' | 'entities'>,
  by: UserId | undefined,
): Promise<() => void> {
  const now = clock()
  const unit = friendlyName
  const store = createUnitDetachStore(tx)
  const follow = await followChange(tx, {
    change: { kind: 'unit-deleted', dataIDs: [dataId] },
    reason: (t) => t('mails.unit-deleted', { unit }),
    letter: {
      subject: (t) => t('mails.unit-deleted.subject', { unit }),
      advice: (t) => t('mails.unit-deleted.act'),
    },
    caller: { userId: by, reach: [] },
    now,
  })
  const sources = await createDetachedSourceStore(tx).detach(dataId, undefined, now)
  await images.release(tx, { subject: `unit:${dataId}`, picture: image })
  await store.detach(dataId, now)
  await createJobStore(tx).add({ kind: 'delete unit', subject: dataId, name: unit, by, entity: entities[0], now })
  await createAuditStore(tx).recordChange(
    { userId: by },
    { kind: 'unit', id: dataId, entity: entities[0] },
    { at: now, action: 'delete unit', before: { friendlyName, entities, sources } },
  )
  return () => {
    bus.publish('unit-access-changed', { dataId, connectionsEnd: true })
    bus.publish('unit-changed', { dataId, left: entities })
    bus.publish('rights-changed', {})
    bus.publish('gallery-changed', { entities })
    follow()
    for (const consumer of ['alerts', 'calculations', 'events']) bus.publish('followers-changed', { consumer })
  }
}
