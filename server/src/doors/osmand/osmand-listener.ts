import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ingestOsmAnd } from '@fieldwatch/contract/telemetry/position-doors'
import { limitConnections } from '#platform/http/limit-networks.ts'
import { type AnsweringApp, type BesideServer, serveBeside } from '#platform/http/serve-beside.ts'
import { ARRIVAL_LIMITS } from '#platform/http/slow-requests.ts'

interface Options {
  /** Undefined: not counted. */
  readonly connectionsPerAddress: number | undefined
}

/** Serves the OsmAnd door at the root of a port of its own, for trackers that have a field for host and port alone. */
export function createOsmAndListener(app: AnsweringApp, { connectionsPerAddress }: Options): BesideServer {
  const server = createServer({ connectionsCheckingInterval: ARRIVAL_LIMITS.checkMs }, (request, response) =>
    route(app, request, response),
  )
  if (connectionsPerAddress !== undefined) limitConnections(server, connectionsPerAddress)
  return serveBeside(server, app)
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
