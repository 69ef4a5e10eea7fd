import { startConsumer } from '#records/arrivals/start-consumer.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createRecorder } from '#doors/ingest/record-batch.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { silentLog } from '#testing/test-database.ts'
import { systemClock } from '#platform/time/clock.ts'
import { createCalculationConsumer } from '../calculation-consumer.ts'

// A server that computes and is killed by the process that started it. It prints its name: node compute-as-server.ts DATABASE_URL LEASE_MS
const [connectionString = '', leaseMs] = process.argv.slice(2)
const log = silentLog
const { db, pool, ingest } = openDatabase({ connectionString }, log)
const metrics = createMetrics()
const workers = createThreadPool({ size: 1 })
const bus = createInProcessBus(log)
const clock = systemClock
const lease = await startServerLease({ db: ingest.db, random: systemRandom, log, leaseMs: Number(leaseMs) })
const reader = createMergedReader({ db, workers, metrics, log })
const recorder = createRecorder({ pool, workers, bus, clock, metrics, random: systemRandom, log })
const parts = { db, reader, bus, server: lease.name, clock, metrics, log, workers, recorder }
startConsumer(parts, createCalculationConsumer(parts))
process.stdout.write(lease.name)
setInterval(() => undefined, 60_000)
