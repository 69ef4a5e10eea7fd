import assert from 'node:assert/strict'
import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import { openDatabase } from '#platform/database/database.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { silentLog } from '#testing/test-database.ts'
import { createDeletionWork } from '../deletion-work.ts'

// A process that deletes what is asked for and is killed ahead of a statement: node delete-until-killed.ts DATABASE_URL STATEMENT NOW
const [connectionString = '', last, now] = process.argv.slice(2)
const database = openDatabase({ connectionString }, silentLog)
let statements = 0
const db = onEachStatement(database.pool, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
})
const deleteEntityPiece = () => assert.fail('no entity is deleted')
const server = 'a server that dies'
const deletions = createDeletionWork({ db, clock: () => Number(now), log: silentLog, server, deleteEntityPiece })
await deletions.run(ONE_TURN)
process.stdout.write(String(statements))
await database.close()
