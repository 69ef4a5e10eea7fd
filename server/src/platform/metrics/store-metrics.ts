import { Counter, Gauge, type Registry } from 'prom-client'

/** What is kept: compaction into chunks, and the removal of what is over age. */
export function createStoreMetrics(registers: Registry[]) {
  return {
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
  }
}
