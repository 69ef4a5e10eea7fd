import type { MetricMaker } from './metric-maker.ts'

/** The server itself: its requests and streams, its database, its release and roles, and other servers. */
export function createServerMetrics({ counter, gauge, histogram, measured }: MetricMaker) {
  return {
    httpDuration: histogram({
      name: 'fieldwatch_http_request_duration_seconds',
      help: 'Time from request to end of reply',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    }),
    failures: counter({
      name: 'fieldwatch_failures_total',
      help: 'Failed requests by error code',
      labelNames: ['code'],
    }),
    replicaReads: counter({
      name: 'fieldwatch_replica_reads_total',
      help: 'Reads that may be made at a read replica, by where they were made',
      labelNames: ['at'],
    }),
    databaseConnections: measured({
      name: 'fieldwatch_database_connections',
      help: 'Open connections to the database, by the pool that they are in and whether they are used right now',
      labelNames: ['pool', 'state'],
    }),
    databaseWaiting: measured({
      name: 'fieldwatch_database_waiting_requests',
      help: 'What waits for a free connection to the database, by pool',
      labelNames: ['pool'],
    }),
    release: gauge({
      name: 'fieldwatch_release_info',
      help: 'Which release this server is of, and the commit that it was made from',
      labelNames: ['release', 'commit'],
    }),
    roles: gauge({ name: 'fieldwatch_role', help: 'Which roles this server has', labelNames: ['role'] }),
    servers: gauge({
      name: 'fieldwatch_servers',
      help: 'Running servers that have the role, as this server knows; 0 when none does what the role is for',
      labelNames: ['role'],
    }),
    busEvents: counter({
      name: 'fieldwatch_bus_events_total',
      help: 'Events that were sent to other servers or received from them',
      labelNames: ['direction'],
    }),
    busMissed: counter({
      name: 'fieldwatch_bus_missed_total',
      help: 'Times that events of other servers were missed, or another server was not heard of, so that the database was read instead',
    }),
    busPeers: gauge({ name: 'fieldwatch_bus_servers', help: 'Other servers that this one hears of' }),
    openStreams: gauge({
      name: 'fieldwatch_open_streams',
      help: 'Open server-sent event streams',
      labelNames: ['stream'],
    }),
  }
}
