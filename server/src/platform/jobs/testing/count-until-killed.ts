import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import { openDatabase } from '#platform/database/database.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { silentLog } from '#testing/test-database.ts'
import { createJobWork } from '../job-work.ts'
import { COUNTING, numberSteps } from './numbered-steps.ts'

// A process that does jobs and is killed ahead of a statement: node count-until-killed.ts DATABASE_URL STATEMENT
const [connectionString = '', last] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
const server = 'a server that dies'
const retries = { firstMs: 1, factor: 1, mostMs: 1 }
const parts = { db, clock: Date.now, log: silentLog, server }
await createJobWork(parts, { name: 'counting', kinds: [COUNTING], step: numberSteps(db, server), retries }).run(
  ONE_TURN,
)
process.stdout.write(String(statements))
await database.close()
