import { advanceFollower } from '#records/arrivals/advance-follower.ts'
import { createStepMemory } from '#records/arrivals/step-memory.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createRecorder } from '#doors/ingest/record-batch.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { silentLog } from '#testing/test-database.ts'
import { systemRandom } from '#platform/random/random.ts'
import { systemClock } from '#platform/time/clock.ts'
import { createCalculationConsumer } from '../calculation-consumer.ts'
import type { LatestValues } from '../follow-calculation.ts'

// A process that computes a calculated source and is killed ahead of a statement, or prints how many there were: node compute-until-killed.ts DATABASE_URL ID STATEMENT [MOMENTS OF A PIECE]
const [connectionString = '', id, last, pieceMoments] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
const metrics = createMetrics()
const workers = createThreadPool({ size: 1 })
const bus = createInProcessBus(silentLog)
const recorder = createRecorder({
  pool: database.pool,
  workers,
  bus,
  clock: systemClock,
  metrics,
  random: systemRandom,
  log: silentLog,
})
const parts = {
  db,
  workers,
  bus,
  reader: createMergedReader({ db, workers, metrics, log: silentLog }),
  recorder,
  clock: systemClock,
  metrics,
  ...(pieceMoments && {
    correctionStep: { pieceMoments: Number(pieceMoments), forMs: 0, fewestForChunk: Number(pieceMoments) / 2 },
  }),
}
const consumer = createCalculationConsumer(parts)
const advanceParts = { ...parts, server: 'a server that is killed', memory: createStepMemory<LatestValues>() }
while ((await advanceFollower(advanceParts, consumer, id ?? '')) === 'more');
await recorder.close()
await workers.close()
await database.pool.end()
process.stdout.write(String(statements))
