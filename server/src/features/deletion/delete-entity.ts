import type { Caller } from '#platform/http/caller.ts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import { toDeletedReason } from '#people/users/delete-users.ts'
import { createUserAdministrationStore } from '#people/users/user-administration-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { type ClaimedJob, createJobStore } from '#platform/jobs/job-store.ts'
import { waitForResults } from '#features/calculations/calculation-store.ts'
import { type DeletingParts, requireConfirmed } from './deleting.ts'
import { detachUnit } from './delete-unit.ts'
import { createEntityRemovalStore } from './entity-removal-store.ts'
import type { Piece } from './deletion-work.ts'

interface Wanted {
  readonly entity: EntityId
  /** The name, typed once more. */
  readonly confirm: string
}

/**
 * Deletes an entity with those below it, their people and their units. They are out of everyone's reach at once; the rest goes in the
 * background.
 * @throws DomainError access/forbidden, entity/not-found, entity/own-deletion, request/invalid, auth/step-up-needed
 */
export async function deleteEntity(
  { db, bus, clock, deletions, followChange }: DeletingParts,
  caller: Caller,
  { entity, confirm }: Wanted,
): Promise<void> {
  requireAdmin(caller)
  if (!mayReach(caller, entity)) throw new DomainError('entity/not-found')
  if (entity === caller.entity) throw new DomainError('entity/own-deletion')
  const now = clock()
  const { sessionIds, publish } = await db.transaction().execute(async (tx) => {
    await createUserAdministrationStore(tx).lockPermissions()
    const store = createEntityRemovalStore(tx)
    const before = await createEntityStore(tx).get(entity)
    requireConfirmed(confirm, before.name)
    await requireRecentProof(tx, caller, now)
    const ids = await store.listSubtree(entity)
    const ended = []
    for (const id of ids) ended.push(...(await createSessionStore(tx).endAllOfEntity(id, now)))
    const done = await followChange(tx, {
      change: { kind: 'entity-deleted', entityID: entity },
      reason: (t) => t('mails.entity-deleted', { entity: before.name }),
      caller,
      now,
    })
    await store.detach(entity, ids, now)
    const job = { kind: 'delete entity', subject: entity, name: before.name, by: caller.userId, entity: caller.entity }
    await createJobStore(tx).add({ ...job, now })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'entity', id: entity, entity: caller.entity },
      { at: now, action: 'delete entity', before: { name: before.name, subEntities: ids.length - 1 } },
    )
    return { sessionIds: ended, publish: done }
  })
  publish()
  if (sessionIds.length > 0) bus.publish('sessions-ended', { sessionIds })
  bus.publish('rights-changed', {})
  deletions.wake()
}

type PieceParts = Omit<DeletingParts, 'db' | 'deletions'>

/**
 * Removes what entities out of reach hold: their units, what else they have, their part in units of others, their people, and the entities
 * themselves last. Alerts and reports go before their units leave, which would hand them over otherwise.
 */
export function createDeleteEntityPiece(parts: PieceParts) {
  const { bus, clock, images, followChange } = parts
  return async (tx: Db, { subject, by }: ClaimedJob): Promise<Piece> => {
    const store = createEntityRemovalStore(tx)
    const ids = await store.listSubtree(subject as EntityId)
    const unit = await store.findOwnUnit(ids)
    if (unit !== undefined) {
      await waitForResults(tx, unit.dataID)
      return { more: true, publish: await detachUnit(parts, tx, unit, by) }
    }
    await store.passTemplatesOn(ids)
    if ((await store.removePiece(ids)) > 0) return { more: true }
    const left = await store.findSharedUnit(ids)
    if (left !== undefined) {
      const { dataId, name, entities } = left
      const follow = await followChange(tx, {
        change: { kind: 'unit-moved', dataIDs: [dataId], entities },
        reason: (t) => t('mails.unit-moved', { count: 1, names: name }),
        caller: { userId: by, reach: [] },
        now: clock(),
      })
      await store.leaveUnit(dataId, ids)
      const publish = (): void => {
        follow()
        bus.publish('unit-changed', { dataId, left: ids })
        bus.publish('rights-changed', {})
      }
      return { more: true, publish }
    }
    const userId = await store.findUser(ids)
    if (userId !== undefined) {
      const users = await createUserAdministrationStore(tx).getAll([userId])
      const caller = { userId: by, reach: [] }
      const change = { kind: 'person-deleted', userIDs: [userId] } as const
      const publish = await followChange(tx, { change, reason: toDeletedReason(users), caller, now: clock() })
      await images.release(tx, { subject: `user:${userId}`, picture: users[0]?.profilePic ?? '' })
      await createUserAdministrationStore(tx).remove([userId])
      return { more: true, publish }
    }
    for (const { id, logo, icon } of await store.listPictures(ids)) {
      await images.release(tx, { subject: `entity:${id}`, picture: logo })
      await images.release(tx, { subject: `entity:${id}`, picture: icon })
    }
    await store.removeEntities(ids)
    return { more: false }
  }
}
