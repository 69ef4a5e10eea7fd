import { UNIT_SCREENS } from '@fieldwatch/contract/people/apps'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { administerUnit as administerUnitEndpoint, DataDocument } from '@fieldwatch/contract/units/units'
import type { Bus } from '#platform/bus/bus.ts'
import { createAppStore } from '#people/apps/app-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { followUnits } from './follow-units.ts'
import { createSharedTemplateStore } from './shared-template-store.ts'
import { changeCounted, type ChangeParts, type SeenUnit } from './change-unit.ts'
import { requireMayDecide, requireMayGiveUnit } from './unit-policy.ts'

interface Dependencies extends ChangeParts {
  bus: Bus
  followChange: FollowChange
}

type Wanted = BodyOf<typeof administerUnitEndpoint>

/**
 * Gives a unit to entities in reach, chooses its shared template and its tabs, says its size, service and accuracy, and activates or
 * deactivates it. What is left out stays.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared, entity/not-found, template/not-found, app/not-found, unit/changed, request/invalid
 */
export async function administerUnit(
  { bus, followChange, ...parts }: Dependencies,
  caller: Caller,
  { dataId, seen }: SeenUnit,
  { version: _version, alerts, ...wanted }: Wanted,
): Promise<DataDocument> {
  const { entities, active, defaultTemplate, apps, size, service, devEUI, imei, positionAccuracy } = wanted
  requireMayGiveUnit(caller, entities ?? [])
  let left: readonly EntityId[] = []
  let isOtherTracker = false
  let publish = (): void => undefined
  const document = await changeCounted(parts, caller, { dataId, seen }, async (units, before, tx) => {
    requireMayDecide(caller, before)
    left = entities === undefined ? [] : before.entities.filter((entity) => !entities.includes(entity))
    if (typeof defaultTemplate === 'string' && defaultTemplate !== before.defaultTemplate)
      await createSharedTemplateStore(tx).require(defaultTemplate, caller.reach)
    const by = { caller, now: parts.clock(), alerts }
    publish = await followUnits(followChange, tx, [{ unit: before, difference: wanted }], by)
    if (entities !== undefined) await units.setEntities(dataId, entities, caller.reach)
    await units.update(dataId, { active, size, service })
    isOtherTracker = imei !== undefined && imei !== (before.imei ?? '')
    await units.setDetails(dataId, { devEUI, imei })
    if (positionAccuracy !== undefined) await units.setPositionAccuracy(dataId, positionAccuracy)
    if (apps !== undefined) {
      await units.update(dataId, { apps: await requireApps(tx, caller, { apps, before: before.apps }) })
    }
    if (defaultTemplate !== undefined) await units.setDefaultTemplate(dataId, defaultTemplate)
    const was = { ...before }
    const names = Object.keys(wanted) as (keyof typeof wanted)[]
    return {
      action: 'administer unit',
      before: Object.fromEntries(names.map((name) => [name, was[name]])),
      after: wanted,
    }
  })
  publish()
  // Requests must not reach the tracker that the unit had before.
  bus.publish('unit-access-changed', { dataId, connectionsEnd: !document.active || isOtherTracker })
  bus.publish('unit-changed', left.length === 0 ? { dataId } : { dataId, left })
  if (left.length > 0) bus.publish('rights-changed', {})
  if (defaultTemplate !== undefined || entities !== undefined) {
    bus.publish('gallery-changed', { entities: [...document.entities, ...left] })
  }
  return document
}

/**
 * The tabs that a unit gets, each once: those that it has may stay; others are screens of the portal, or applications that people of the
 * caller's entity may open.
 * @throws DomainError app/not-found
 */
async function requireApps(
  tx: Db,
  caller: Caller,
  { apps, before }: { apps: readonly string[]; before: readonly string[] },
): Promise<readonly string[]> {
  const offered = await createAppStore(tx).listFor(caller.entity)
  const known = new Set<string>([...before, ...UNIT_SCREENS, ...offered.map(({ name }) => name)])
  if (apps.some((name) => !known.has(name))) throw new DomainError('app/not-found')
  return [...new Set(apps)]
}
