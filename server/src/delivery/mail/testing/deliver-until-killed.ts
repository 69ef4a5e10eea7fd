import { createDelivery } from '#delivery/outbox/deliver-outbox.ts'
import { openDatabase } from '#platform/database/database.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { silentLog } from '#testing/test-database.ts'
import { createMailSender } from '../mail-sender.ts'

// A process that delivers what waits in the outbox until it is killed: node deliver-until-killed.ts DATABASE_URL SMTP_URL NOW
const [connectionString = '', url = '', now] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
const lease = await startServerLease({ db: database.db, random: systemRandom, log: silentLog })
const sender = createMailSender({ url, from: 'Fieldwatch <post@fieldwatch.example>' })
const delivery = createDelivery({
  db: database.db,
  server: lease.name,
  clock: () => Number(now),
  metrics: createMetrics(),
  log: silentLog,
  sender,
  retrySeconds: 1,
})
await delivery.run(ONE_TURN)
