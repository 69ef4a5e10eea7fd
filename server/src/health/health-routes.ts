import { healthz, metrics as metricsEndpoint, readyz } from '@fieldwatch/contract/health'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#database/database.ts'
import { addRoute, addSendingRoute } from '#http/add-route.ts'
import { done } from '#http/envelope.ts'
import type { Metrics } from '#metrics/metrics.ts'

interface Dependencies {
  db: Db
  metrics: Metrics
}

/** Liveness, readiness and metrics: what a supervisor and Prometheus ask. */
export function registerHealthRoutes(app: FastifyInstance, { db, metrics }: Dependencies): void {
  addRoute(app, healthz, async () => done())

  addRoute(app, readyz, async () => {
    await sql`select 1 from entity limit 1`.execute(db)
    return done()
  })

  addSendingRoute(app, metricsEndpoint, async ({ reply }) => {
    const text = await metrics.registry.metrics()
    void reply.type(metrics.registry.contentType).send(text)
  })
}
