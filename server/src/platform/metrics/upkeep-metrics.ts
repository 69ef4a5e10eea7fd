import type { MetricMaker } from './metric-maker.ts'

/** What an operator has to watch: disk space, certificates and backups. */
export function createUpkeepMetrics({ counter, gauge }: MetricMaker) {
  return {
    diskFree: gauge({ name: 'fieldwatch_disk_free_bytes', help: 'Room on the disk of the data folder' }),
    diskSize: gauge({ name: 'fieldwatch_disk_size_bytes', help: 'Size of the disk of the data folder' }),
    certificateEnd: gauge({
      name: 'fieldwatch_certificate_end_timestamp_seconds',
      help: 'When the certificate ends that is served; 0 without TLS of our own',
    }),
    certificateFailures: counter({
      name: 'fieldwatch_certificate_failures_total',
      help: 'Times that an authority was asked for a certificate and gave none',
    }),
    backupInterval: gauge({
      name: 'fieldwatch_backup_interval_seconds',
      help: 'How often the schedule of this server takes a backup; 0 without a schedule',
    }),
    backupLastTime: gauge({
      name: 'fieldwatch_backup_last_timestamp_seconds',
      help: 'When the newest backup of the schedule was taken; 0 without one',
    }),
    backupLastSize: gauge({
      name: 'fieldwatch_backup_last_size_bytes',
      help: 'Size of the newest backup of the schedule',
    }),
    backupLastDuration: gauge({
      name: 'fieldwatch_backup_last_duration_seconds',
      help: 'How long the last backup took that this server wrote by the schedule',
    }),
    backupFailures: counter({
      name: 'fieldwatch_backup_failures_total',
      help: 'Backups of the schedule that failed and are tried again',
    }),
  }
}
