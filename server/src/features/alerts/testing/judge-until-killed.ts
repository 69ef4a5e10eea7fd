import { advanceTogether } from '#records/arrivals/advance-together.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createPlaceReadings } from '#records/places/place-readings.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { silentLog } from '#testing/test-database.ts'
import { createAlertConsumer } from '../watch-values.ts'

// A process that judges values and is killed ahead of a statement, or prints how many there were: node judge-until-killed.ts DATABASE_URL FOLLOWERS STATEMENT
const [connectionString = '', ids = '', last] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
const workers = createThreadPool({ size: 1 })
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })
const places = createPlaceReadings({ db, reader })
const consumer = createAlertConsumer({ reader, places, bus: createInProcessBus(silentLog), clock: () => 0 })
const parts = { db, reader, server: 'a server that is killed' }
while ([...(await advanceTogether(parts, consumer, ids.split(','))).values()].includes('more'));
await workers.close()
await database.pool.end()
process.stdout.write(String(statements))
