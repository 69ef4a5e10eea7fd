import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { ingestOsmAnd } from '@fieldwatch/contract/telemetry/position-doors'
import { limitConnections } from '#platform/http/limit-connections.ts'
import { answerClientError, ARRIVAL_LIMITS } from '#platform/http/slow-requests.ts'
import { createStopListening } from '#platform/http/stop-listening.ts'

/** What answers requests. */
interface App {
  readonly server: Pick<Server, 'keepAliveTimeout' | 'requestTimeout' | 'headersTimeout'>
  readonly routing: (request: IncomingMessage, response: ServerResponse) => void
}

interface Options {
  /** Undefined: not counted. */
  readonly connectionsPerAddress: number | undefined
}

export interface OsmAndListener {
  /** Resolves to the port. */
  readonly listen: (address: { host: string; port: number }) => Promise<number>
  /** Accepts no more connections. */
  readonly stopListening: () => void
  /** Waits for requests that are under way. */
  readonly close: () => Promise<void>
}

/** Serves the OsmAnd door at the root of a port of its own, for trackers that have a field for host and port alone. */
export function createOsmAndListener(app: App, { connectionsPerAddress }: Options): OsmAndListener {
  const server = createServer({ connectionsCheckingInterval: ARRIVAL_LIMITS.checkMs }, (request, response) =>
    route(app, request, response),
  )
  const { keepAliveTimeout, requestTimeout, headersTimeout } = app.server
  Object.assign(server, { keepAliveTimeout, requestTimeout, headersTimeout })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket instanceof Socket) answerClientError(error, socket)
    else socket.destroy()
  })
  if (connectionsPerAddress !== undefined) limitConnections(server, connectionsPerAddress)
  const stopListening = createStopListening(server)
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve((server.address() as AddressInfo).port)
        })
      }),
    stopListening,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await closed
    },
  }
}

/** Other addresses of the portal do not exist here. */
function route(app: App, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query] = (request.url ?? '').split('?', 2)
  if (path !== '/' && path !== '') {
    response.writeHead(404, { connection: 'close' }).end()
    return
  }
  request.url = query === undefined ? ingestOsmAnd.path : `${ingestOsmAnd.path}?${query}`
  app.routing(request, response)
}
