import { healthz, metrics as metricsEndpoint, readyz } from '@fieldwatch/contract/health'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { done } from '#platform/http/envelope.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { requireAnswer } from './health-store.ts'

interface Dependencies {
  db: Db
  metrics: Metrics
}

/** Liveness, readiness and metrics: what a supervisor and Prometheus ask. */
export function registerHealthRoutes(app: FastifyInstance, { db, metrics }: Dependencies): void {
  addRoute(app, healthz, async () => done())

  addRoute(app, readyz, async () => {
    await requireAnswer(db)
    return done()
  })

  addSendingRoute(app, metricsEndpoint, async ({ reply }) => {
    const text = await metrics.registry.metrics()
    void reply.type(metrics.registry.contentType).send(text)
  })
}
