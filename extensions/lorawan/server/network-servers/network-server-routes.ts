import {
  createNetworkServer as createEndpoint,
  listNetworkServers,
  removeNetworkServer as removeEndpoint,
  updateNetworkServer as updateEndpoint,
} from '../../contract/network-servers.ts'
import type { FastifyInstance } from 'fastify'
import { requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import {
  createNetworkServer,
  type NetworkServerParts,
  removeNetworkServer,
  updateNetworkServer,
} from './change-network-servers.ts'
import { createNetworkServerStore } from './network-server-store.ts'

/** The LoRaWAN network servers of entities, for their admins. */
export function registerNetworkServerRoutes(app: FastifyInstance, parts: NetworkServerParts): void {
  addRoute(app, listNetworkServers, async ({ query, caller }) =>
    success(await createNetworkServerStore(parts.db).list(requireAdminOf(caller, query.entity))),
  )

  addRoute(app, createEndpoint, async ({ body, caller }) => success(await createNetworkServer(parts, caller, body)))

  addRoute(app, updateEndpoint, async ({ body, caller, seen }) =>
    success(await updateNetworkServer(parts, caller, { ...body, seen })),
  )

  addRoute(app, removeEndpoint, ({ body, caller }) =>
    removeNetworkServer(parts, caller, body.networkServerID).then(() => done()),
  )
}
