import { advanceFollower } from '#records/arrivals/advance-follower.ts'
import { createStepMemory } from '#records/arrivals/step-memory.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createPlaceReadings } from '#records/places/place-readings.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { silentLog } from '#testing/test-database.ts'
import { createEventConsumer } from '../event-consumer.ts'
import type { EventMemory } from '../scan-checkpoint.ts'

// A process that finds occurrences in the smallest of steps and is killed ahead of a statement, or prints how many there were: node find-until-killed.ts DATABASE_URL ID STATEMENT
const [connectionString = '', id, last] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
const workers = createThreadPool({ size: 1 })
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })
const places = createPlaceReadings({ db, reader })
const consumer = createEventConsumer({ reader, places, bus: createInProcessBus(silentLog), correctForMs: () => 0 })
const parts = { db, reader, server: 'a server that is killed', memory: createStepMemory<EventMemory>() }
while (['more', 'filling'].includes(await advanceFollower(parts, consumer, id ?? '')));
await workers.close()
await database.pool.end()
process.stdout.write(String(statements))
