import { say } from '@fieldwatch/messages/server-sentences'
import type { Caller } from '#platform/http/caller.ts'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { toSourceChange } from '#features/calculations/source-change.ts'
import { CALCULATIONS, createCalculationStore } from '#features/calculations/calculation-store.ts'
import { EVENTS } from '#features/events/event-store.ts'
import { ALERTS } from '#features/alerts/follower.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'
import { isOfAdmins } from '#records/store/source-policy.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { type DeletingParts, requireConfirmed } from './deleting.ts'

interface Wanted {
  readonly dataId: DataId
  readonly source: SourceName
  /** The name, typed once more. */
  readonly confirm: string
}

/**
 * Deletes a source that a unit sent. It is gone at once, its records go in the background; should the unit send to it again, it is a new
 * source.
 * @throws DomainError unit/not-found, access/forbidden, unit/shared, data/not-found, calculation/in-use, request/invalid,
 *   auth/step-up-needed
 */
export async function deleteSource(
  { db, bus, clock, deletions, followChange }: DeletingParts,
  caller: Caller,
  { dataId, source, confirm }: Wanted,
): Promise<void> {
  const now = clock()
  const publish = await db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    const unit = await units.getDocument(dataId, caller.reach)
    requireMayDecide(caller, unit)
    requireConfirmed(confirm, source)
    await requireRecentProof(tx, caller, now)
    await createCalculationStore(tx).lockUnit(dataId)
    const calculations = await createCalculationStore(tx).list(dataId)
    if ((await createSourceStore(tx).find(dataId, source)) === undefined) throw new DomainError('data/not-found')
    requirePlain(source, calculations)
    const named = { dataId, source, unitName: unit.friendlyName }
    const done = await followChange(tx, toSourceChange(named, { caller, now }))
    const begun = { by: caller.userId, entity: unit.entities[0], name: `${unit.friendlyName}: ${source}` }
    await createDetachedSourceStore(tx).detach(dataId, source, now, begun)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'source', id: `${dataId}/${source}`, entity: unit.entities[0] },
      { at: now, action: 'delete source' },
    )
    return done
  })
  publish()
  for (const consumer of [CALCULATIONS, EVENTS, ALERTS]) bus.publish('followers-changed', { consumer })
  bus.publish('rights-changed', {})
  deletions.wake()
}

/** @throws DomainError calculation/in-use, request/invalid */
export function requirePlain(
  source: SourceName,
  calculations: readonly { readonly name: string; readonly values: readonly { readonly source: string }[] }[],
): void {
  if (isOfAdmins(source)) throw new DomainError('request/invalid', { message: 'answers.source-history' })
  if (calculations.some(({ name }) => name === source))
    throw new DomainError('request/invalid', { message: 'answers.source-calculated' })
  const users = calculations.filter(({ values }) => values.some((value) => value.source === source))
  if (users.length === 0) return
  const names = users.map(({ name }) => name).join(', ')
  throw new DomainError('calculation/in-use', {
    message: say('answers.calculation.used-by', { sources: names }),
  })
}
