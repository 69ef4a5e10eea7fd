import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { examine } from '@fieldwatch/server/commands/doctor/examine'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-doctor-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()

/** What doctor says of SQL. */
async function findingsOfSql(settings: Record<string, string>) {
  const usual = { FIELDWATCH_DATA: folder, FIELDWATCH_PORT: '0', FIELDWATCH_MQTT_PORT: '0' }
  const findings = await examine({ ...usual, DATABASE_URL: database.connectionString, ...settings })
  return findings.filter(({ sentence }) => /SQL for analysts|Analysts/.test(sentence))
}

describe('doctor', () => {
  it('says whether analysts can sign in with SQL, and what a superuser has to run', async () => {
    const name = `doctor_${randomBytes(4).toString('hex')}`
    await database.pool.query(`create role "${name}" login password 'portal'`)
    await database.pool.query(
      `grant connect on database "${new URL(database.connectionString).pathname.slice(1)}" to "${name}"`,
    )
    await database.pool.query(`grant usage on schema public to "${name}"`)
    await database.pool.query(`grant select on all tables in schema public to "${name}"`)
    const limited = new URL(database.connectionString)
    limited.username = name
    limited.password = 'portal'

    const well = await findingsOfSql({ FIELDWATCH_SQL_PORT: '5433' })
    const [wrong] = await findingsOfSql({ FIELDWATCH_SQL_PORT: '5433', DATABASE_URL: limited.href })
    const without = await findingsOfSql({})
    await database.pool.query(`drop owned by "${name}"`)
    await database.pool.query(`drop role "${name}"`)

    assert.deepEqual(well, [{ state: 'well', sentence: 'Analysts can sign in with SQL.' }])
    assert.equal(wrong?.state, 'wrong')
    assert.match(
      wrong.sentence,
      new RegExp(
        `^SQL for analysts \\(FIELDWATCH_SQL_PORT\\) needs rights\\. .* alter role "?${name}"? createrole; create database`,
      ),
    )
    assert.deepEqual(without, [])
  })
})
