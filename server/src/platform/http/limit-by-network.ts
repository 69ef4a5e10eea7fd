import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { networkOf } from './network.ts'

/** Bounds the requests of one network to the addresses that are registered on `app` afterwards. */
export async function limitByNetwork(app: FastifyInstance, rate: { max: number; timeWindow: number }): Promise<void> {
  await app.register(rateLimit, {
    ...rate,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new DomainError('request/rate-limited', { details: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
  })
}
