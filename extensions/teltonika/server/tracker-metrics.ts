import type { Metrics } from '@fieldwatch/server/platform/metrics/metrics'

export type TrackerMetrics = ReturnType<typeof createTrackerMetrics>

export function createTrackerMetrics({ maker: { counter, gauge } }: Pick<Metrics, 'maker'>) {
  return {
    connections: gauge({
      name: 'fieldwatch_teltonika_connections',
      help: 'Teltonika trackers that are connected',
    }),
    refused: counter({
      name: 'fieldwatch_teltonika_refused_total',
      help: 'Connections of Teltonika trackers that were refused',
      labelNames: ['reason'],
    }),
  }
}
