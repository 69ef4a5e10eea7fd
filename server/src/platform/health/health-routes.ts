import { healthz, metrics as metricsEndpoint, readyz } from '@fieldwatch/contract/api/health'
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

/** Anyone who asks more often gets the same text again. */
const METRICS_MS = 1_000

/** Liveness, readiness and metrics: what a supervisor and Prometheus ask. */
export function registerHealthRoutes(app: FastifyInstance, { db, metrics, stopping }: Dependencies): void {
  addRoute(app, healthz, async () => done())

  addRoute(app, readyz, async () => {
    if (stopping.hasBegun) throw new DomainError('server/stopping')
    await requireAnswer(db)
    return done()
  })

  const write = atMostEvery(METRICS_MS, () => metrics.registry.metrics())
  addSendingRoute(app, metricsEndpoint, async ({ reply }) => {
    void reply.type(metrics.registry.contentType).send(await write())
  })
}

/** Makes something when it is asked for, and gives it to all who ask soon after. */
function atMostEvery<Made>(ms: number, make: () => Promise<Made>): () => Promise<Made> {
  let last: { readonly at: number; readonly made: Promise<Made> } | undefined
  return () => {
    const at = performance.now()
    if (last === undefined || at - last.at >= ms) last = { at, made: make() }
    return last.made
  }
}
