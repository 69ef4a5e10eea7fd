import { getEntity } from '@fieldwatch/contract/entities'
import type { FastifyInstance } from 'fastify'
import { mayReach } from '#access/access-policy.ts'
import type { Db } from '#database/database.ts'
import { DomainError } from '#errors/domain-error.ts'
import { addRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'
import { createEntityStore } from './entity-store.ts'

interface Dependencies {
  db: Db
}

/** Organisations, to those who may see them. */
export function registerEntityRoutes(app: FastifyInstance, { db }: Dependencies): void {
  addRoute(app, getEntity, async ({ caller, params }) => {
    const entity = mayReach(caller, params.id) ? await createEntityStore(db).find(params.id) : undefined
    if (entity === undefined) throw new DomainError('entity/not-found')
    return success({ ...entity, subEntities: entity.subEntities.filter((below) => mayReach(caller, below)) })
  })
}
