import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/time/clock.ts'

const HOUR_MS = 60 * 60_000

/** Warns, at most once an hour, when requests seem to come through a proxy that is not configured as trusted. */
export function warnOfUntrustedProxy(app: FastifyInstance, clock: Clock): void {
  let warnedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined && clock() - warnedAt >= HOUR_MS) {
      warnedAt = clock()
      request.log.warn(
        { address: request.ip },
        'X-Forwarded-For came and no proxy is trusted: all who come through this address count as one. If it is your proxy, set FIELDWATCH_TRUST_PROXY',
      )
    }
    done()
  })
}
