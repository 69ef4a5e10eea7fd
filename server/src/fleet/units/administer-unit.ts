import type { BodyOf } from '@fieldwatch/contract/endpoint'
import type { EntityId } from '@fieldwatch/contract/ids'
import type { administerUnit as administerUnitEndpoint, DataDocument } from '@fieldwatch/contract/units'
import type { Bus } from '#platform/bus/bus.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { changeCounted, type ChangeParts, type SeenUnit } from './change-unit.ts'
import { requireMayDecide, requireMayGiveUnit } from './unit-policy.ts'

interface Dependencies extends ChangeParts {
  bus: Bus
}

/**
 * Gives a unit to entities in reach, chooses its shared template, and activates or deactivates it. What is left out stays.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared, entity/not-found, template/not-found, unit/changed
 */
export async function administerUnit(
  { bus, ...parts }: Dependencies,
  caller: Caller,
  { dataId, seen }: SeenUnit,
  { entities, active, defaultTemplate }: BodyOf<typeof administerUnitEndpoint>,
): Promise<DataDocument> {
  requireMayGiveUnit(caller, entities ?? [])
  let left: readonly EntityId[] = []
  const document = await changeCounted(parts, caller, { dataId, seen }, async (units, before, tx) => {
    requireMayDecide(caller, before)
    left = entities === undefined ? [] : before.entities.filter((entity) => !entities.includes(entity))
    if (entities !== undefined) await units.setEntities(dataId, entities, caller.reach)
    if (active !== undefined) await units.setActive(dataId, active)
    const was = { entities: before.entities, active: before.active }
    const is = { entities: entities ?? before.entities, active: active ?? before.active }
    if (defaultTemplate === undefined) return { action: 'administer unit', before: was, after: is }
    if (defaultTemplate !== null && defaultTemplate !== before.defaultTemplate) {
      await createTemplateStore(tx).requireShared(defaultTemplate, caller.reach)
    }
    await units.setDefaultTemplate(dataId, defaultTemplate)
    return {
      action: 'administer unit',
      before: { ...was, defaultTemplate: before.defaultTemplate },
      after: { ...is, defaultTemplate },
    }
  })
  bus.publish('unit-access-changed', { dataId, connectionsEnd: !document.active })
  bus.publish('unit-changed', left.length === 0 ? { dataId } : { dataId, left })
  return document
}
