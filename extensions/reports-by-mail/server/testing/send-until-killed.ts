import { createQueueMail } from '@fieldwatch/server/delivery/mail/queue-mail'
import { openDatabase } from '@fieldwatch/server/platform/database/database'
import { createSharedTables } from '@fieldwatch/server/features/events/shared-tables'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { createMergedReader } from '@fieldwatch/server/records/store/merged-reader'
import { onEachStatement } from '@fieldwatch/server/records/store/testing/breaking-database'
import { createThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import { silentLog } from '@fieldwatch/server/testing/test-database'
import { planRuns } from '../report-work.ts'
import { createRunStore } from '../run-store.ts'
import { sendRun } from '../send-run.ts'

// A process that sends what is due and is killed ahead of a statement, or prints how many there were:
// node send-until-killed.ts DATABASE_URL NOW STATEMENT
const [connectionString = '', now, last] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
const workers = createThreadPool({ size: 1 })
const clock = () => Number(now)
const server = 'a server that is killed'
const parts = {
  db,
  reads: db,
  reader: createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog }),
  server,
  clock,
  random: systemRandom,
  queueMail: createQueueMail({ clock, random: systemRandom }),
  publicUrl: () => 'https://fieldwatch.example',
  unsubscribeLinks: { write: () => 'link', read: () => undefined },
  log: silentLog,
  sharedTables: createSharedTables({ reads: db, clock }),
  draw: undefined,
  unitNotes: { current: undefined },
}
await planRuns(parts)
for (;;) {
  const run = await createRunStore(db).claimNext(server, clock())
  if (run === undefined) break
  await sendRun(parts, run, new AbortController().signal)
}
await workers.close()
await database.pool.end()
process.stdout.write(String(statements))
