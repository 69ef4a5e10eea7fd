import type { Server } from 'node:net'
import { networkOf } from './network.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/**
 * Bounds the connections of one network; one more ends at once. Node needs 20 to 45 µs of the main thread for each connection that
 * closes, and those that close together are one stretch.
 */
export function limitConnections(server: Server, mostOfNetwork: number): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = counts.get(network) ?? 0
    if (count >= mostOfNetwork) {
      socket.destroy()
      return
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })
}

/** Bounds the requests of one network to the addresses that are registered on `app` afterwards. */
export async function limitByNetwork(app: FastifyInstance, rate: { max: number; timeWindow: number }): Promise<void> {
  await app.register(rateLimit, {
    ...rate,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new DomainError('request/rate-limited', { details: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
  })
}
