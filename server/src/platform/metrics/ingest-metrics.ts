import type { MetricMaker } from './metric-maker.ts'

/** What comes in: units that are connected, and what became of their records. */
export function createIngestMetrics({ counter, gauge, histogram, measured }: MetricMaker) {
  return {
    recordsStored: counter({
      name: 'fieldwatch_records_stored_total',
      help: 'Records that were stored, by the door they came in',
      labelNames: ['channel'],
    }),
    recordsPaused: counter({
      name: 'fieldwatch_records_paused_total',
      help: 'Records of paused collections, acknowledged and not stored',
      labelNames: ['channel'],
    }),
    recordsRefused: counter({
      name: 'fieldwatch_records_refused_total',
      help: 'Records and messages that were refused, by error code',
      labelNames: ['channel', 'code'],
    }),
    commitDuration: histogram({
      name: 'fieldwatch_ingest_commit_duration_seconds',
      help: 'Time of one group commit',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    }),
    commitSize: histogram({
      name: 'fieldwatch_ingest_commit_records',
      help: 'Records in one group commit',
      buckets: [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000],
    }),
    ingestWaiting: measured({
      name: 'fieldwatch_ingest_waiting_records',
      help: 'Records that have arrived and wait for their commit, and units for their acknowledgement',
    }),
    mqttConnections: gauge({ name: 'fieldwatch_mqtt_connections', help: 'Units connected by MQTT' }),
    mqttRefused: counter({
      name: 'fieldwatch_mqtt_refused_total',
      help: 'MQTT connections, publishes and subscriptions that were refused',
      labelNames: ['reason'],
    }),
  }
}
