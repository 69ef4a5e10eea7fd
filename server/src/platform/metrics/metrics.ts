import { collectDefaultMetrics, Counter, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Default gauges that end with `_total`, which is for counters; each equals the sum of the gauge without that ending. */
const MISNAMED = ['resources', 'handles', 'requests'].map((what) => `fieldwatch_nodejs_active_${what}_total`)

/** A gauge that is measured each time it is asked for. */
export interface MeasuredGauge<Label extends string = string> {
  /** Says how, from now on. */
  readonly measureBy: (measure: (gauge: Gauge<Label>) => void) => void
}

function measured<Label extends string>(settings: GaugeConfiguration<Label>): MeasuredGauge<Label> {
  let measure: (gauge: Gauge<Label>) => void = () => undefined
  const gauge: Gauge<Label> = new Gauge({ ...settings, collect: () => measure(gauge) })
  return { measureBy: (by) => (measure = by) }
}

/** The counters and gauges of one process, with the registry that writes them as Prometheus text. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'fieldwatch_' })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return {
    registry,
    httpDuration: new Histogram({
      name: 'fieldwatch_http_request_duration_seconds',
      help: 'Time from request to end of reply',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    failures: new Counter({
      name: 'fieldwatch_failures_total',
      help: 'Failed requests by error code',
      labelNames: ['code'],
      registers,
    }),
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
    replicaReads: new Counter({
      name: 'fieldwatch_replica_reads_total',
      help: 'Reads that may be made at a read replica, by where they were made',
      labelNames: ['at'],
      registers,
    }),
    ingestWaiting: measured({
      name: 'fieldwatch_ingest_waiting_records',
      help: 'Records that have arrived and wait for their commit, and units for their acknowledgement',
      registers,
    }),
    waitingRecords: new Gauge({
      name: 'fieldwatch_compaction_waiting_records',
      help: 'Records that are rows and will be compacted',
      registers,
    }),
    oldestWaiting: new Gauge({
      name: 'fieldwatch_compaction_oldest_waiting_seconds',
      help: 'Since when the longest waiting record of those that are due for compaction has been stored',
      registers,
    }),
    recordsCompacted: new Counter({
      name: 'fieldwatch_records_compacted_total',
      help: 'Rows that became part of a chunk',
      registers,
    }),
    chunksWritten: new Counter({
      name: 'fieldwatch_chunks_written_total',
      help: 'Chunks that were written, by what wrote them',
      labelNames: ['by'],
      registers,
    }),
    compactionFailures: new Counter({
      name: 'fieldwatch_compaction_failures_total',
      help: 'Sources that could not be compacted when it was their turn',
      registers,
    }),
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
    damagedBlocks: new Counter({
      name: 'fieldwatch_damaged_blocks_total',
      help: 'Readings that met a stored block that is damaged',
      registers,
    }),
    recordsExpired: new Counter({
      name: 'fieldwatch_records_expired_total',
      help: 'Records that were removed because they were over age',
      registers,
    }),
    retentionFailures: new Counter({
      name: 'fieldwatch_retention_failures_total',
      help: 'Sources of which not everything over age could be removed, such as for a damaged chunk',
      registers,
    }),
    diskFree: new Gauge({
      name: 'fieldwatch_disk_free_bytes',
      help: 'Room on the disk of the data folder',
      registers,
    }),
    diskSize: new Gauge({
      name: 'fieldwatch_disk_size_bytes',
      help: 'Size of the disk of the data folder',
      registers,
    }),
    databaseConnections: measured({
      name: 'fieldwatch_database_connections',
      help: 'Open connections to the database, by the pool that they are in and whether they are used right now',
      labelNames: ['pool', 'state'],
      registers,
    }),
    databaseWaiting: measured({
      name: 'fieldwatch_database_waiting_requests',
      help: 'What waits for a free connection to the database, by pool',
      labelNames: ['pool'],
      registers,
    }),
    outboxWaiting: new Gauge({
      name: 'fieldwatch_outbox_waiting_messages',
      help: 'Mails, SMS and what webhooks are told that wait to be handed over; 10,000 may be more',
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
    certificateEnd: new Gauge({
      name: 'fieldwatch_certificate_end_timestamp_seconds',
      help: 'When the certificate ends that is served; 0 without TLS of our own',
      registers,
    }),
    acmeFailures: new Counter({
      name: 'fieldwatch_acme_failures_total',
      help: 'Times that an authority was asked for a certificate and gave none',
      registers,
    }),
    backupLastTime: new Gauge({
      name: 'fieldwatch_backup_last_timestamp_seconds',
      help: 'When the newest backup of the schedule was taken; 0 without one',
      registers,
    }),
    backupLastSize: new Gauge({
      name: 'fieldwatch_backup_last_size_bytes',
      help: 'Size of the newest backup of the schedule',
      registers,
    }),
    backupLastDuration: new Gauge({
      name: 'fieldwatch_backup_last_duration_seconds',
      help: 'How long the last backup took that this server wrote by the schedule',
      registers,
    }),
    backupFailures: new Counter({
      name: 'fieldwatch_backup_failures_total',
      help: 'Backups of the schedule that failed and are tried again',
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
    release: new Gauge({
      name: 'fieldwatch_release_info',
      help: 'Which release this server is of',
      labelNames: ['release'],
      registers,
    }),
    roles: new Gauge({
      name: 'fieldwatch_role',
      help: 'Which roles this server has',
      labelNames: ['role'],
      registers,
    }),
    busEvents: new Counter({
      name: 'fieldwatch_bus_events_total',
      help: 'Events that were sent to other servers or received from them',
      labelNames: ['direction'],
      registers,
    }),
    busMissed: new Counter({
      name: 'fieldwatch_bus_missed_total',
      help: 'Times that events of other servers were missed, or another server was not heard of, so that the database was read instead',
      registers,
    }),
    busPeers: new Gauge({
      name: 'fieldwatch_bus_servers',
      help: 'Other servers that this one hears of',
      registers,
    }),
    openStreams: new Gauge({
      name: 'fieldwatch_open_streams',
      help: 'Open server-sent event streams',
      labelNames: ['stream'],
      registers,
    }),
  }
}
