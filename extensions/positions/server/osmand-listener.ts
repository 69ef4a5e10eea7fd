import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ingestOsmAnd } from '../contract/position-endpoints.ts'
import type { PortListener } from '@fieldwatch/server/extension'
import { limitConnections } from '@fieldwatch/server/platform/http/limit-networks'
import { type AnsweringApp, type BesideServer, serveBeside } from '@fieldwatch/server/platform/http/serve-beside'
import { ARRIVAL_LIMITS } from '@fieldwatch/server/platform/http/slow-requests'

/** Serves the OsmAnd door at the root of a port of its own, for trackers that have a field for host and port alone. The stack closes it. */
export function createOsmAndListener(stack: AsyncDisposableStack): Pick<PortListener, 'listen' | 'leave'> {
  let served: BesideServer | undefined
  stack.defer(async () => served?.close())
  return {
    listen: (address, { app, connectionsPerAddress }) => {
      const server = createServer({ connectionsCheckingInterval: ARRIVAL_LIMITS.checkMs }, (request, response) =>
        route(app, request, response),
      )
      if (connectionsPerAddress !== undefined) limitConnections(server, connectionsPerAddress)
      served = serveBeside(server, app)
      return served.listen(address)
    },
    leave: async () => served?.stopListening(),
  }
}

/** Other addresses of the portal do not exist here. */
function route(app: AnsweringApp, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query] = (request.url ?? '').split('?', 2)
  if (path !== '/' && path !== '') {
    response.writeHead(404, { connection: 'close' }).end()
    return
  }
  request.url = query === undefined ? ingestOsmAnd.path : `${ingestOsmAnd.path}?${query}`
  app.routing(request, response)
}
