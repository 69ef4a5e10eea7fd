import { Counter, Gauge, type Registry } from 'prom-client'

/** What an operator has to watch: disk space, certificates and backups. */
export function createUpkeepMetrics(registers: Registry[]) {
  return {
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
  }
}
