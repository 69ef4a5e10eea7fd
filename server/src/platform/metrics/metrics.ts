import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createIngestMetrics } from './ingest-metrics.ts'
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
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'fieldwatch_' })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return {
    registry,
    ...createServerMetrics(registers),
    ...createIngestMetrics(registers),
    ...createStoreMetrics(registers),
    ...createArrivalMetrics(registers),
    ...createDeliveryMetrics(registers),
    ...createUpkeepMetrics(registers),
    ...createWorkMetrics(registers),
  }
}

/** Messages that wait to be handed over. */
function createDeliveryMetrics(registers: Registry[]) {
  return {
    outboxWaiting: new Gauge({
      name: 'fieldwatch_outbox_waiting_messages',
      help: 'Mails, SMS and webhook messages that wait for delivery; 10,000 may be more',
      labelNames: ['kind'],
      registers,
    }),
    outboxOldest: new Gauge({
      name: 'fieldwatch_outbox_oldest_waiting_seconds',
      help: 'Since when the message waits that waits longest; 0 when none does',
      labelNames: ['kind'],
      registers,
    }),
    deliveries: new Counter({
      name: 'fieldwatch_outbox_deliveries_total',
      help: 'Messages by what became of them when it was their turn: sent, failed (and tried again), or given up',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
  }
}

/** What is done in the background, by kind. */
function createWorkMetrics(registers: Registry[]) {
  return {
    workDue: new Gauge({
      name: 'fieldwatch_work_due_seconds',
      help: 'For how long there has been background work of a kind without a pause; 0 when nothing is due',
      labelNames: ['kind'],
      registers,
    }),
    workRunning: new Gauge({
      name: 'fieldwatch_work_running',
      help: 'Whether background work of a kind is under way: 1, or 0',
      labelNames: ['kind'],
      registers,
    }),
    workFailures: new Counter({
      name: 'fieldwatch_work_failures_total',
      help: 'Times that background work of a kind failed and was left to the next look',
      labelNames: ['kind'],
      registers,
    }),
  }
}

/** What follows arriving records: calculated sources, and consumers of all kinds. */
function createArrivalMetrics(registers: Registry[]) {
  return {
    recordsCalculated: new Counter({
      name: 'fieldwatch_records_calculated_total',
      help: 'Records of calculated sources that were stored or taken back',
      registers,
    }),
    calculationLag: new Histogram({
      name: 'fieldwatch_calculation_lag_seconds',
      help: 'Time from the arrival of a record until what is computed from it is stored',
      buckets: [0.03, 0.1, 0.3, 1, 3, 10, 60, 600],
      registers,
    }),
    calculationFailures: new Counter({
      name: 'fieldwatch_calculation_failures_total',
      help: 'Steps of calculated sources that failed and are tried again',
      registers,
    }),
    arrivalsLag: new Gauge({
      name: 'fieldwatch_arrivals_lag_seconds',
      help: 'Since when the record has been stored that waits longest for those that follow it, by what follows',
      labelNames: ['consumer'],
      registers,
    }),
    arrivalsWaiting: new Gauge({
      name: 'fieldwatch_arrivals_waiting',
      help: 'Followers for which something has arrived, or that have not finished, at the last look of this server',
      labelNames: ['consumer'],
      registers,
    }),
    arrivalsFailures: new Counter({
      name: 'fieldwatch_arrivals_failures_total',
      help: 'Steps of followers that failed and are tried again',
      labelNames: ['consumer'],
      registers,
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
