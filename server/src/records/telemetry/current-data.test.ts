import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AHEAD_MS, getCurrent, queryData } from '@fieldwatch/contract/data'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, clock, signInAs } = await createTestApp({ database })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const person = await signInAs()

const START = Date.parse('2026-02-01T00:00:00Z')
const HOUR_MS = 3_600_000

const newUnit = () => buildUnit(db, { entity: person.entity })
const ask = (unit: BuiltUnit, more: { limit?: number; fields?: string[] } = {}) =>
  call(getCurrent, { as: person, body: { dataID: unit.dataId, subject: 'probe', ...more } })
const details = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body.body.details

const timeOf = (at: number): string => new Date(at).toISOString()

describe('what a source says now', () => {
  for (const where of ['rows', 'chunks']) {
    it(`has the latest value of a field that many records in ${where} came without since`, async () => {
      const unit = await newUnit()
      await sendRecords(app, unit, 'probe', [
        { messageUTC: START, level: 1, battery: 80, note: 'old' },
        { messageUTC: START + 500, level: 1, battery: 79 },
        ...Array.from({ length: 600 }, (_, index) => ({ messageUTC: START + 1000 * (index + 1), level: index })),
      ])
      if (where === 'chunks') await compact(unit)
      const { records, older } = await details(unit, { limit: 10, fields: ['level', 'battery', 'note', 'never'] })

      assert.equal(records.length, 10)
      const byTime = older.toSorted((one, other) => (one.messageUTC < other.messageUTC ? -1 : 1))
      const recieveUTC = timeOf(clock())
      assert.deepEqual(byTime, [
        { messageUTC: timeOf(START), recieveUTC, note: 'old' },
        { messageUTC: timeOf(START + 500), recieveUTC, battery: 79 },
      ])
    })
  }

  it('takes null for no value', async () => {
    const unit = await newUnit()
    await sendRecords(app, unit, 'probe', [
      { messageUTC: START, battery: 80 },
      { messageUTC: START + 1000, battery: null },
    ])

    assert.deepEqual(
      (await details(unit, { fields: ['battery'] })).older.map(({ battery }) => battery),
      [80],
    )
  })

  it('is not a record that is ahead of the time until its time comes', async () => {
    const unit = await newUnit()
    const ahead = clock() + HOUR_MS
    await sendRecords(app, unit, 'probe', [
      { messageUTC: ahead, level: 99, battery: 99 },
      { messageUTC: clock() - 1000, level: 1, battery: 80 },
    ])
    clock.advance(60_000)
    await sendRecords(app, unit, 'probe', { messageUTC: clock() + AHEAD_MS - 1000, level: 2 })
    const before = await details(unit, { fields: ['battery'] })

    assert.deepEqual(
      before.records.map(({ level }) => level),
      [2],
    )
    assert.deepEqual(
      before.older.map(({ battery }) => battery),
      [80],
    )
    assert.equal(before.nextInMs, ahead - AHEAD_MS - clock())

    const sort = { field: 'messageUTC', direction: 'desc' as const }
    const page = await call(queryData, {
      as: person,
      body: { dataID: unit.dataId, subject: 'probe', sort, limit: 1 },
    })
    assert.deepEqual(
      page.body.body.details.data.map(({ level }) => level),
      [99],
    )
  })

  it('asks for a source that is there, within reach', async () => {
    const foreign = await buildUnit(db)
    await sendRecords(app, foreign, 'probe', { level: 1 })

    assert.equal((await ask(foreign)).failure.code, 'unit/not-found')
    assert.equal((await ask(await newUnit())).failure.code, 'data/not-found')
  })

  it('answers a record whose time has come', async () => {
    const unit = await newUnit()
    await sendRecords(app, unit, 'probe', { messageUTC: clock() + AHEAD_MS + 60_000, level: 7 })
    assert.deepEqual((await details(unit)).records, [])

    clock.advance(60_000)
    const { records, nextInMs } = await details(unit)
    assert.deepEqual([records.map(({ level }) => level), nextInMs], [[7], null])
  })
})

async function compact({ dataId }: BuiltUnit): Promise<void> {
  const keys = await db.selectFrom('source').select('source_key').where('data_id', '=', dataId).execute()
  for (const { source_key } of keys) await compactSource({ db, workers }, source_key)
}
