import {
  createMapping,
  listCaptured,
  listMappings,
  type MappingId,
  MOST_MAPPINGS,
  removeMapping,
  updateMapping,
} from '../contract/mappings.ts'
import type { FastifyInstance } from 'fastify'
import { requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import { registerResource } from '@fieldwatch/server/people/resources/resource-routes'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { success } from '@fieldwatch/server/platform/http/envelope'
import { createCapturedStore } from './captured-store.ts'
import { MAPPINGS } from './known-mappings.ts'
import { beginReplay, createMappingStore } from './mapping-store.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  /** Begins the replay of captured messages soon. */
  readonly wake: () => void
}

/** The message mappings of entities, for their admins. A new one and a changed one read what was captured. */
export function registerMappingRoutes(app: FastifyInstance, parts: Parts): void {
  registerResource(app, parts, {
    endpoints: { list: listMappings, create: createMapping, update: updateMapping, remove: removeMapping },
    kind: 'mapping',
    thing: MAPPINGS,
    table: 'messageMapping',
    idName: 'mappingID',
    columns: { name: 'name', mapping: 'mapping' },
    most: MOST_MAPPINGS,
    read: (db, which) => createMappingStore(db).list(which),
    begin: beginReplay,
    onChange: (tx, id, at) => createMappingStore(tx).restart(id as MappingId, at),
    afterwards: parts.wake,
  })

  addRoute(app, listCaptured, async ({ query, caller }) =>
    success(await createCapturedStore(parts.db).list(requireAdminOf(caller, query.entity))),
  )
}
