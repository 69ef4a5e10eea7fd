import {
  createMapping as createEndpoint,
  listCaptured,
  listMappings,
  removeMapping as removeEndpoint,
  updateMapping as updateEndpoint,
} from '../contract/mappings.ts'
import type { FastifyInstance } from 'fastify'
import { requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { createCapturedStore } from './captured-store.ts'
import { createMapping, type MappingParts, removeMapping, updateMapping } from './change-mappings.ts'
import { createMappingStore } from './mapping-store.ts'

/** The message mappings of entities, for their admins. */
export function registerMappingRoutes(app: FastifyInstance, parts: MappingParts): void {
  const { db } = parts

  addRoute(app, listMappings, async ({ query, caller }) =>
    success(await createMappingStore(db).list([requireAdminOf(caller, query.entity)])),
  )

  addRoute(app, listCaptured, async ({ query, caller }) =>
    success(await createCapturedStore(db).list(requireAdminOf(caller, query.entity))),
  )

  addRoute(app, createEndpoint, async ({ body, caller }) => success(await createMapping(parts, caller, body)))

  addRoute(app, updateEndpoint, async ({ body, caller, seen }) =>
    success(await updateMapping(parts, caller, { ...body, seen })),
  )

  addRoute(app, removeEndpoint, ({ body, caller }) => removeMapping(parts, caller, body.mappingID).then(() => done()))
}
