import { say } from '@fieldwatch/messages/server-sentences'
import { createEntity, type Entity, getEntity, listEntities, updateEntity } from '@fieldwatch/contract/people/entities'
import type { FastifyInstance } from 'fastify'
import { mayReach, requireReach } from '#people/access/access-policy.ts'
import { addRoute } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { success } from '#platform/http/envelope.ts'
import { addEntity } from './add-entity.ts'
import { changeEntity } from './change-entity.ts'
import type { EntityParts } from './entity-parts.ts'
import { createEntityStore, type StoredEntity } from './entity-store.ts'

/** Entities, for those in whose reach they are. */
export function registerEntityRoutes(app: FastifyInstance, parts: EntityParts): void {
  const entities = createEntityStore(parts.db)

  addRoute(app, listEntities, async ({ caller }) => {
    const found = await entities.list(caller.reach)
    const ownFirst = found.toSorted((one, other) => rankOf(caller, one) - rankOf(caller, other))
    return success(ownFirst.map((entity) => seenBy(caller, entity)))
  })

  addRoute(app, getEntity, async ({ caller, params }) => {
    requireReach(caller, params.id)
    return success(seenBy(caller, await entities.get(params.id)))
  })

  addRoute(app, createEntity, async ({ caller, body }) => {
    const entityID = await addEntity(parts, caller, body)
    return { ...success({ entityID }), message: say('answers.done.added', { name: body.name }) }
  })

  addRoute(app, updateEntity, async ({ caller, body: { version: _version, ...wanted }, seen }) => {
    const entity = await changeEntity(parts, caller, { ...wanted, seen })
    return { ...success(seenBy(caller, entity)), message: say('answers.done.updated', { name: entity.name }) }
  })
}

function rankOf(caller: Caller, entity: StoredEntity): number {
  return entity.entityID === caller.entity ? 0 : 1
}

/** Without what is said of entities that are out of the caller's reach. */
function seenBy(caller: Caller, { secondFactorRequiredBy: above, ...entity }: StoredEntity): Entity {
  return {
    ...entity,
    subEntities: entity.subEntities.filter((below) => mayReach(caller, below)),
    secondFactorRequiredBy: above === undefined ? null : { name: mayReach(caller, above.id) ? above.name : null },
  }
}
