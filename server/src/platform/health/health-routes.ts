import { healthz, metrics as metricsEndpoint, readyz } from '@fieldwatch/contract/health'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { done } from '#platform/http/envelope.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { requireAnswer } from './health-store.ts'
import type { Stopping } from './stopping.ts'

interface Dependencies {
  db: Db
  metrics: Metrics
  stopping: Stopping
}

/** Liveness, readiness and metrics: what a supervisor and Prometheus ask. */
export function registerHealthRoutes(app: FastifyInstance, { db, metrics, stopping }: Dependencies): void {
  addRoute(app, healthz, async () => done())

  addRoute(app, readyz, async () => {
    if (stopping.hasBegun) throw new DomainError('server/stopping')
    await requireAnswer(db)
    return done()
  })

  addSendingRoute(app, metricsEndpoint, async ({ reply }) => {
    const text = await metrics.registry.metrics()
    void reply.type(metrics.registry.contentType).send(text)
  })
}
