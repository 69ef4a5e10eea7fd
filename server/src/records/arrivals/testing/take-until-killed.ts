import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { silentLog } from '#testing/test-database.ts'
import { advanceFollower } from '../advance-follower.ts'
import { createStepMemory } from '../step-memory.ts'
import { peakConsumer } from './peak-consumer.ts'

// A process that follows records and is killed ahead of a statement, or prints how many there were: node take-until-killed.ts DATABASE_URL ID STATEMENT
const [connectionString = '', id = '', last] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
const workers = createThreadPool({ size: 1 })
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })
const parts = { db, reader, server: 'a server that is killed', memory: createStepMemory<unknown>() }
while ((await advanceFollower(parts, peakConsumer, id)) === 'more');
await workers.close()
await database.pool.end()
process.stdout.write(String(statements))
