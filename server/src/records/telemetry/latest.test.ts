import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listLatest } from '@fieldwatch/contract/data'
import { sql } from 'kysely'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, clock, signInAs } = await createTestApp({ database })
const person = await signInAs()
const unit = await buildUnit(db, { entity: person.entity })
const other = await buildUnit(db, { entity: person.entity })
const foreign = await buildUnit(db)
const NOW = new Date(clock()).toISOString()

await sendRecords(app, unit, 'probe', [
  { messageUTC: '2026-02-01T00:00:01Z', level: 2 },
  { messageUTC: '2026-02-01T00:00:00Z', level: 1 },
])
await sendRecords(app, unit, 'state', { messageUTC: '2026-02-01T00:00:05Z', on: true })
await sendRecords(app, other, 'probe', { messageUTC: '2026-02-02T00:00:00Z', level: 7 })
await sendRecords(app, foreign, 'probe', { level: 99 })

const ask = (body: { dataIDs: string[]; subject?: string }) => call(listLatest, { as: person, body })

describe('POST data/latest', () => {
  it('asks for a sign-in', async () => {
    const answer = await call(listLatest, { body: { dataIDs: [unit.dataId] } })

    assert.equal(answer.failure.code, 'auth/missing-token')
  })

  it('leaves out units of others and units that are not there', async () => {
    const answer = await ask({ dataIDs: [foreign.dataId, 'nobody'] })

    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.body.details, [])
  })

  it('refuses a question about no unit', async () => {
    assert.equal((await ask({ dataIDs: [] })).failure.code, 'request/invalid')
  })

  it('answers with the newest record of every source', async () => {
    const { body } = await ask({ dataIDs: [unit.dataId, other.dataId] })

    const times = { recieveUTC: NOW }
    const expected = [
      { dataID: unit.dataId, subject: 'probe', record: { messageUTC: '2026-02-01T00:00:01.000Z', ...times, level: 2 } },
      { dataID: unit.dataId, subject: 'state', record: { messageUTC: '2026-02-01T00:00:05.000Z', ...times, on: true } },
      {
        dataID: other.dataId,
        subject: 'probe',
        record: { messageUTC: '2026-02-02T00:00:00.000Z', ...times, level: 7 },
      },
    ]
    const idOf = ({ dataID, subject }: { dataID: string; subject: string }): string => `${dataID}/${subject}`
    const byId = (one: { dataID: string; subject: string }, two: { dataID: string; subject: string }): number =>
      idOf(one) < idOf(two) ? -1 : 1
    assert.deepEqual(body.body.details, expected.sort(byId))
  })

  it('answers for one source of each unit', async () => {
    const { body } = await ask({ dataIDs: [unit.dataId, other.dataId], subject: 'state' })

    assert.deepEqual(
      body.body.details.map(({ subject }) => subject),
      ['state'],
    )
  })

  it('goes back to an older record when the newest one is gone', async () => {
    const tank = await buildUnit(db, { entity: person.entity })
    const levels = async () =>
      (await ask({ dataIDs: [tank.dataId] })).body.body.details.map(({ record }) => record['level'])
    await sendRecords(app, tank, 'probe', [
      { messageUTC: '2026-02-01T00:00:00Z', level: 1 },
      { messageUTC: '2026-02-01T00:00:01Z', level: 2 },
    ])
    assert.deepEqual(await levels(), [2])

    await sql`delete from record using source
      where source.source_key = record.source_key and data_id = ${tank.dataId} and fields ->> 'level' = '2'`.execute(db)
    assert.deepEqual(await levels(), [1])

    await sendRecords(app, tank, 'probe', { messageUTC: '2026-02-01T00:00:00.500Z', level: 3 })
    assert.deepEqual(await levels(), [3])
  })
})
