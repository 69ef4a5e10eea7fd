import { createServer } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { secureOptions } from '#platform/tls/secure-options.ts'
import type { ServedCertificate } from '#platform/tls/served-certificate.ts'
import { serveBeside } from './serve-beside.ts'
import { ARRIVAL_LIMITS } from './slow-requests.ts'

/** A handshake takes a few messages; a unit on a slow line needs seconds for them. */
const HANDSHAKE_MS = 15_000

export type HttpsServer = ReturnType<typeof createHttpsServer>

/** Serves an application by HTTPS too, as its own server does without. */
export function createHttpsServer(app: FastifyInstance, certificate: ServedCertificate) {
  const server = createServer(
    {
      ...secureOptions(certificate),
      handshakeTimeout: HANDSHAKE_MS,
      connectionsCheckingInterval: ARRIVAL_LIMITS.checkMs,
    },
    (request, response) => app.routing(request, response),
  )
  // Open connections keep the former one.
  certificate.onChange(() => server.setSecureContext(secureOptions(certificate)))
  return { server, ...serveBeside(server, app) }
}
