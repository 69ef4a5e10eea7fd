import type { MetricMaker } from './metric-maker.ts'

/** What is kept: compaction into chunks, and the removal of what is over age. */
export function createStoreMetrics({ counter, gauge }: MetricMaker) {
  return {
    waitingRecords: gauge({
      name: 'fieldwatch_compaction_waiting_records',
      help: 'Records that are rows and will be compacted',
    }),
    oldestWaiting: gauge({
      name: 'fieldwatch_compaction_oldest_waiting_seconds',
      help: 'Since when the longest waiting record of those that are due for compaction has been stored',
    }),
    recordsCompacted: counter({ name: 'fieldwatch_records_compacted_total', help: 'Rows that became part of a chunk' }),
    chunksWritten: counter({
      name: 'fieldwatch_chunks_written_total',
      help: 'Chunks that were written, by what wrote them',
      labelNames: ['by'],
    }),
    compactionFailures: counter({
      name: 'fieldwatch_compaction_failures_total',
      help: 'Sources that could not be compacted when it was their turn',
    }),
    damagedBlocks: counter({
      name: 'fieldwatch_damaged_blocks_total',
      help: 'Readings that met a stored block that is damaged',
    }),
    recordsExpired: counter({
      name: 'fieldwatch_records_expired_total',
      help: 'Records that were removed because they were over age',
    }),
    retentionFailures: counter({
      name: 'fieldwatch_retention_failures_total',
      help: 'Sources of which not everything over age could be removed, such as for a damaged chunk',
    }),
  }
}
