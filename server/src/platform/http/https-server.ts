import { createServer, type Server } from 'node:https'
import { type AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { secureOptions } from '#platform/tls/secure-options.ts'
import type { ServedCertificate } from '#platform/tls/served-certificate.ts'
import { createStopListening } from './stop-listening.ts'
import { answerClientError, ARRIVAL_LIMITS } from './slow-requests.ts'

/** A handshake takes a few messages; a unit on a slow line needs seconds for them. */
const HANDSHAKE_MS = 15_000

export interface HttpsServer {
  readonly server: Server
  /** Resolves to the port. */
  readonly listen: (address: { host: string; port: number }) => Promise<number>
  /** Accepts no more connections. */
  readonly stopListening: () => void
  /** Waits for requests that are under way. */
  readonly close: () => Promise<void>
}

/** Serves an application by HTTPS too, as its own server does without. */
export function createHttpsServer(app: FastifyInstance, certificate: ServedCertificate): HttpsServer {
  const server = createServer(
    {
      ...secureOptions(certificate),
      handshakeTimeout: HANDSHAKE_MS,
      connectionsCheckingInterval: ARRIVAL_LIMITS.checkMs,
    },
    (request, response) => app.routing(request, response),
  )
  const stopListening = createStopListening(server)
  const { keepAliveTimeout, requestTimeout, headersTimeout } = app.server
  Object.assign(server, { keepAliveTimeout, requestTimeout, headersTimeout })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What fails before there is a request cannot be answered.
    if (/^(HPE|ERR_HTTP)_/.test(error.code ?? '') && socket instanceof Socket) answerClientError(error, socket)
    else socket.destroy()
  })
  // Open connections keep the former one.
  certificate.onChange(() => server.setSecureContext(secureOptions(certificate)))
  return {
    server,
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
