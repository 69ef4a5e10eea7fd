import {
  changeDataId as changeDataIdEndpoint,
  deleteEntity as deleteEntityEndpoint,
} from '@fieldwatch/contract/units/deletions'
import {
  deleteSource as deleteSourceEndpoint,
  deleteUnit as deleteUnitEndpoint,
} from '@fieldwatch/contract/units/deletions'
import { listDependants } from '@fieldwatch/contract/units/dependants'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { changeDataId } from './change-data-id.ts'
import { deleteEntity } from './delete-entity.ts'
import { deleteSource, type SourceDeletingParts } from './delete-source.ts'
import { deleteUnit } from './delete-unit.ts'
import { findDependants } from './find-dependants.ts'

/** What depends on a thing, and the deletion of sources, units and entities. */
export function registerDeletionRoutes(app: FastifyInstance, parts: SourceDeletingParts): void {
  addRoute(app, listDependants, async ({ query, caller }) =>
    success({ dependants: await findDependants(parts.db, caller, query) }),
  )

  addRoute(app, deleteSourceEndpoint, async ({ params, body: { source, confirm }, caller, request }) => {
    await deleteSource(parts, { caller, address: request.ip }, { dataId: params.dataID, source, confirm })
    return done()
  })

  addRoute(app, deleteUnitEndpoint, async ({ params, body: { confirm }, caller, request }) => {
    await deleteUnit(parts, { caller, address: request.ip }, { dataId: params.dataID, confirm })
    return done()
  })

  addRoute(app, changeDataIdEndpoint, async ({ params, body: { dataID: wanted }, caller, seen, request }) => {
    await changeDataId(parts, { caller, address: request.ip }, { dataId: params.dataID, wanted, seen })
    return success({ dataID: wanted })
  })

  addRoute(app, deleteEntityEndpoint, async ({ body: { entityID: entity, confirm }, caller, request }) => {
    await deleteEntity(parts, { caller, address: request.ip }, { entity, confirm })
    return done()
  })
}
