import {
  changeDataId as changeDataIdEndpoint,
  deleteEntity as deleteEntityEndpoint,
} from '@fieldwatch/contract/units/deletions'
import {
  deleteSource as deleteSourceEndpoint,
  deleteUnit as deleteUnitEndpoint,
} from '@fieldwatch/contract/units/deletions'
import { createUnitOfChild as createUnitOfChildEndpoint } from '@fieldwatch/contract/units/gateway-children'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { changeDataId } from './change-data-id.ts'
import { deleteEntity } from './delete-entity.ts'
import { deleteSource } from './delete-source.ts'
import { deleteUnit } from './delete-unit.ts'
import { type ChildParts, createUnitOfChild } from './create-unit-of-child.ts'

/** The deletion of sources, units and entities. */
export function registerDeletionRoutes(app: FastifyInstance, parts: ChildParts): void {
  addRoute(app, deleteSourceEndpoint, async ({ params, body: { source, confirm }, caller }) => {
    await deleteSource(parts, caller, { dataId: params.dataID, source, confirm })
    return done()
  })

  addRoute(app, deleteUnitEndpoint, async ({ params, body: { confirm }, caller }) => {
    await deleteUnit(parts, caller, { dataId: params.dataID, confirm })
    return done()
  })

  addRoute(app, changeDataIdEndpoint, async ({ params, body: { dataID: wanted }, caller, seen }) => {
    await changeDataId(parts, caller, { dataId: params.dataID, wanted, seen })
    return success({ dataID: wanted })
  })

  addRoute(app, createUnitOfChildEndpoint, async ({ params, body: { source, dataID, friendlyName }, caller }) => {
    await createUnitOfChild(parts, caller, { gateway: params.dataID, source, dataId: dataID, friendlyName })
    return success({ dataID })
  })

  addRoute(app, deleteEntityEndpoint, async ({ body: { entityID: entity, confirm }, caller }) => {
    await deleteEntity(parts, caller, { entity, confirm })
    return done()
  })
}
