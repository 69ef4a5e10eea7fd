import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { measured } from './measured-gauge.ts'

/** What comes in: units that are connected, and what became of their records. */
export function createIngestMetrics(registers: Registry[]) {
  return {
    recordsStored: new Counter({
      name: 'fieldwatch_records_stored_total',
      help: 'Records that were stored, by the door they came in',
      labelNames: ['channel'],
      registers,
    }),
    recordsPaused: new Counter({
      name: 'fieldwatch_records_paused_total',
      help: 'Records of paused collections, acknowledged and not stored',
      labelNames: ['channel'],
      registers,
    }),
    recordsRefused: new Counter({
      name: 'fieldwatch_records_refused_total',
      help: 'Records and messages that were refused, by error code',
      labelNames: ['channel', 'code'],
      registers,
    }),
    commitDuration: new Histogram({
      name: 'fieldwatch_ingest_commit_duration_seconds',
      help: 'Time of one group commit',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    commitSize: new Histogram({
      name: 'fieldwatch_ingest_commit_records',
      help: 'Records in one group commit',
      buckets: [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000],
      registers,
    }),
    ingestWaiting: measured({
      name: 'fieldwatch_ingest_waiting_records',
      help: 'Records that have arrived and wait for their commit, and units for their acknowledgement',
      registers,
    }),
    mqttConnections: new Gauge({
      name: 'fieldwatch_mqtt_connections',
      help: 'Units connected by MQTT',
      registers,
    }),
    mqttRefused: new Counter({
      name: 'fieldwatch_mqtt_refused_total',
      help: 'MQTT connections, publishes and subscriptions that were refused',
      labelNames: ['reason'],
      registers,
    }),
    teltonikaConnections: new Gauge({
      name: 'fieldwatch_teltonika_connections',
      help: 'Teltonika trackers that are connected',
      registers,
    }),
    sqlConnections: new Gauge({
      name: 'fieldwatch_sql_connections',
      help: 'Connections of analysts with SQL',
      registers,
    }),
    teltonikaRefused: new Counter({
      name: 'fieldwatch_teltonika_refused_total',
      help: 'Connections of Teltonika trackers that were refused',
      labelNames: ['reason'],
      registers,
    }),
  }
}
