import { collectDefaultMetrics, Registry } from 'prom-client'
import { createArrivalMetrics } from './arrival-metrics.ts'
import { createDeliveryMetrics } from './delivery-metrics.ts'
import { createIngestMetrics } from './ingest-metrics.ts'
import { createServerMetrics } from './server-metrics.ts'
import { createStoreMetrics } from './store-metrics.ts'
import { createUpkeepMetrics } from './upkeep-metrics.ts'
import { createWorkMetrics } from './work-metrics.ts'

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
