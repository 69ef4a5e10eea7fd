import { createThreadPool } from '#records/threads/thread-pool.ts'
import { openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#testing/test-database.ts'
import { compactSource } from '../compact-source.ts'
import { onEachStatement } from './breaking-database.ts'

// A process that compacts a source and is killed ahead of a statement: node compact-until-killed.ts DATABASE_URL SOURCE STATEMENT
const [connectionString = '', sourceKey, last] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
const workers = createThreadPool({ size: 1 })
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
await compactSource({ db, workers }, Number(sourceKey))
await workers.close()
await database.close()
