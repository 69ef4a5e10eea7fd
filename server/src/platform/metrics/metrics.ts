import { collectDefaultMetrics, Registry } from 'prom-client'
import { createIngestMetrics } from './ingest-metrics.ts'
import { createMetricMaker, type MetricMaker } from './metric-maker.ts'
import { createServerMetrics } from './server-metrics.ts'
import { createStoreMetrics } from './store-metrics.ts'
import { createUpkeepMetrics } from './upkeep-metrics.ts'
import type { Database } from '#platform/database/database.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Default gauges that end with `_total`, which is for counters; each equals the sum of the gauge without that ending. */
const MISNAMED = ['resources', 'handles', 'requests'].map((what) => `fieldwatch_nodejs_active_${what}_total`)

/** The counters and gauges of one process, with the registry that writes them as Prometheus text. */
export function createMetrics() {
  const registry = new Registry()
  const maker = createMetricMaker(registry)
  collectDefaultMetrics({ register: registry, prefix: 'fieldwatch_' })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return {
    registry,
    /** Makes further ones, of an extension. */
    maker,
    ...createServerMetrics(maker),
    ...createIngestMetrics(maker),
    ...createStoreMetrics(maker),
    ...createArrivalMetrics(maker),
    ...createDeliveryMetrics(maker),
    ...createUpkeepMetrics(maker),
    ...createWorkMetrics(maker),
  }
}

/** Messages that wait to be handed over. */
function createDeliveryMetrics({ counter, gauge }: MetricMaker) {
  return {
    outboxWaiting: gauge({
      name: 'fieldwatch_outbox_waiting_messages',
      help: 'Mails, SMS and other messages that wait for delivery; 10,000 may be more',
      labelNames: ['kind'],
    }),
    outboxOldest: gauge({
      name: 'fieldwatch_outbox_oldest_waiting_seconds',
      help: 'Since when the message waits that waits longest; 0 when none does',
      labelNames: ['kind'],
    }),
    deliveries: counter({
      name: 'fieldwatch_outbox_deliveries_total',
      help: 'Messages by what became of them when it was their turn: sent, failed (and tried again), or given up',
      labelNames: ['kind', 'outcome'],
    }),
  }
}

/** What is done in the background, by kind. */
function createWorkMetrics({ counter, gauge }: MetricMaker) {
  return {
    clockOffset: gauge({
      name: 'fieldwatch_clock_offset_seconds',
      help: 'How far the clock of the database is ahead of the clock of this server; 0 when they agree within a quarter of a second',
    }),
    workDue: gauge({
      name: 'fieldwatch_work_due_seconds',
      help: 'For how long there has been background work of a kind without a pause; 0 when nothing is due',
      labelNames: ['kind'],
    }),
    workRunning: gauge({
      name: 'fieldwatch_work_running',
      help: 'Whether background work of a kind is under way: 1, or 0',
      labelNames: ['kind'],
    }),
    workFailures: counter({
      name: 'fieldwatch_work_failures_total',
      help: 'Times that background work of a kind failed and was left to the next look',
      labelNames: ['kind'],
    }),
  }
}

/** What follows arriving records: calculated sources, and consumers of all kinds. */
function createArrivalMetrics({ counter, gauge, histogram }: MetricMaker) {
  return {
    recordsCalculated: counter({
      name: 'fieldwatch_records_calculated_total',
      help: 'Records of calculated sources that were stored or taken back',
    }),
    calculationLag: histogram({
      name: 'fieldwatch_calculation_lag_seconds',
      help: 'Time from the arrival of a record until what is computed from it is stored',
      buckets: [0.03, 0.1, 0.3, 1, 3, 10, 60, 600],
    }),
    calculationFailures: counter({
      name: 'fieldwatch_calculation_failures_total',
      help: 'Steps of calculated sources that failed and are tried again',
    }),
    arrivalsLag: gauge({
      name: 'fieldwatch_arrivals_lag_seconds',
      help: 'Since when the record has been stored that waits longest for those that follow it, by what follows',
      labelNames: ['consumer'],
    }),
    arrivalsWaiting: gauge({
      name: 'fieldwatch_arrivals_waiting',
      help: 'Followers for which something has arrived, or that have not finished, at the last look of this server',
      labelNames: ['consumer'],
    }),
    arrivalsFailures: counter({
      name: 'fieldwatch_arrivals_failures_total',
      help: 'Steps of followers that failed and are tried again',
      labelNames: ['consumer'],
    }),
  }
}

/** Reports in the metrics how many connections each database pool has, and how many requests wait for one. */
export function watchPools(
  { pool, ingest, reads, background, replica }: Omit<Database, 'close'>,
  { databaseConnections, databaseWaiting }: Pick<Metrics, 'databaseConnections' | 'databaseWaiting'>,
): void {
  const pools = {
    requests: pool,
    ingest: ingest.pool,
    reads: reads.pool,
    background: background.pool,
    ...(replica && { replica: replica.pool }),
  }
  databaseConnections.measureBy((gauge) => {
    for (const [name, { totalCount, idleCount }] of Object.entries(pools)) {
      gauge.set({ pool: name, state: 'used' }, totalCount - idleCount)
      gauge.set({ pool: name, state: 'idle' }, idleCount)
    }
  })
  databaseWaiting.measureBy((gauge) => {
    for (const [name, { waitingCount }] of Object.entries(pools)) gauge.set({ pool: name }, waitingCount)
  })
}
