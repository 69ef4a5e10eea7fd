import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { CHILD_ATTRIBUTES, CHILD_ATTRIBUTES_SUFFIX, CHILD_TELEMETRY } from '@fieldwatch/contract/units/gateway-children'
import { createNewUnit, publishNewUnit } from '#fleet/units/create-unit.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { ALERTS } from '#features/alerts/follower.ts'
import { CALCULATIONS, createCalculationStore, waitForResults } from '#features/calculations/calculation-store.ts'
import { toSourceChange } from '#features/calculations/source-change.ts'
import { EVENTS } from '#features/events/event-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Random } from '#platform/random/random.ts'
import { createChildMoveStore } from './child-move-store.ts'
import { requirePlain } from './delete-source.ts'
import type { DeletingParts } from './deleting.ts'

export interface ChildParts extends DeletingParts {
  readonly random: Random
}

interface Wanted {
  readonly gateway: DataId
  /** The source of the child's measurements. */
  readonly source: SourceName
  /** The dataID of the new unit. */
  readonly dataId: DataId
  readonly friendlyName: string
}

/**
 * Makes a unit of a device behind a gateway: the sources of the child move with all of their records, and what it sends from then on goes
 * to the new unit, in one transaction. Alerts, event tables and scheduled reports of the sources end, as the new unit may have other people.
 * @throws DomainError unit/not-found, access/forbidden, unit/shared, data/not-found for what is no child or a unit already,
 *   calculation/in-use, unit/exists, unit/id-unavailable
 */
export async function createUnitOfChild(parts: ChildParts, caller: Caller, wanted: Wanted): Promise<void> {
  const { db, bus, clock, followChange } = parts
  const { gateway, source, dataId, friendlyName } = wanted
  const now = clock()
  const names = new Map([
    [source, CHILD_TELEMETRY as SourceName],
    [`${source}${CHILD_ATTRIBUTES_SUFFIX}` as SourceName, CHILD_ATTRIBUTES as SourceName],
  ])
  const publish = await db.transaction().execute(async (tx) => {
    await waitForResults(tx, gateway)
    const units = createUnitStore(tx)
    const unit = await units.getDocument(gateway, caller.reach)
    requireMayDecide(caller, unit)
    const store = createChildMoveStore(tx)
    if (!(await store.lock(gateway, source, [...names.keys()]))) throw new DomainError('data/not-found')
    const unitEntities = await units.listEntities(gateway)
    const calculations = await createCalculationStore(tx).list(gateway)
    for (const name of names.keys()) requirePlain(name, calculations)
    const created = { dataID: dataId, friendlyName, entities: unitEntities }
    await createNewUnit({ ...parts, db: tx }, caller, created)
    const done: (() => void)[] = []
    for (const [name, newName] of names) {
      const movedTo = { dataId, source: newName, unitName: friendlyName }
      const moved = { dataId: gateway, source: name, unitName: unit.friendlyName, movedTo }
      done.push(await followChange(tx, toSourceChange(moved, { caller, now })))
    }
    await store.move({ from: gateway, to: dataId, names })
    await store.settle(gateway, source, dataId)
    return () => {
      for (const one of done) one()
      publishNewUnit(bus, created)
    }
  })
  publish()
  bus.publish('unit-access-changed', { dataId: gateway, connectionsEnd: false })
  bus.publish('unit-changed', { dataId: gateway })
  for (const consumer of [CALCULATIONS, EVENTS, ALERTS]) bus.publish('followers-changed', { consumer })
  bus.publish('rights-changed', {})
}
