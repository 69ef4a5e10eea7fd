import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCurrent, queryData } from '@fieldwatch/contract/telemetry/data'
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
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const newUnit = () => buildUnit(db, { entity: person.entity })
interface More {
  limit?: number
  fields?: string[]
  at?: string
  asKnownAt?: string
}

const ask = (unit: BuiltUnit, more: More = {}) =>
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

  it('is a record that is ahead of the time from its arrival on, until the next one arrives', async () => {
    const unit = await newUnit()
    await sendRecords(app, unit, 'probe', { messageUTC: clock() - 1000, level: 1, battery: 80 })
    await sendRecords(app, unit, 'probe', { messageUTC: clock() + HOUR_MS, level: 99 })
    const ahead = await details(unit, { fields: ['battery'] })
    clock.advance(60_000)
    await sendRecords(app, unit, 'probe', { messageUTC: clock(), level: 2 })
    const corrected = await details(unit, { limit: 3, fields: ['battery'] })

    assert.deepEqual(levelsOf(ahead), [99])
    assert.deepEqual(levelsOf(corrected), [2, 99, 1])
    assert.deepEqual(
      ahead.older.map(({ battery }) => battery),
      [80],
    )

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

  it('does not fall back to a record that was ahead when its time comes', async () => {
    const unit = await newUnit()
    await sendRecords(app, unit, 'probe', { messageUTC: clock() + 4 * MINUTE_MS, level: 99 })
    clock.advance(2 * MINUTE_MS)
    await sendRecords(app, unit, 'probe', { messageUTC: clock(), level: 2 })
    clock.advance(4 * MINUTE_MS)

    assert.deepEqual(levelsOf(await details(unit)), [2])
  })

  it('is the last record of a unit whose clock is always ahead', async () => {
    const unit = await newUnit()
    for (const level of [1, 2, 3]) {
      clock.advance(1000)
      await sendRecords(app, unit, 'probe', {
        messageUTC: clock() + HOUR_MS,
        level,
        ...(level === 1 ? { note: 'a' } : {}),
      })
    }
    const { records, older } = await details(unit, { fields: ['note'] })

    assert.deepEqual([records.map(({ level }) => level), older.map(({ note }) => note)], [[3], ['a']])
  })

  it('asks for a source that is there, within reach', async () => {
    const foreign = await buildUnit(db)
    await sendRecords(app, foreign, 'probe', { level: 1 })

    assert.equal((await ask(foreign)).failure.code, 'unit/not-found')
    assert.equal((await ask(await newUnit())).failure.code, 'data/not-found')
  })
})

describe('what a source said at a moment', () => {
  for (const where of ['rows', 'chunks']) {
    it(`has the records in ${where} up to the moment, and older values of other fields`, async () => {
      const unit = await newUnit()
      await sendRecords(app, unit, 'probe', [
        { messageUTC: START, level: 1, battery: 80 },
        { messageUTC: START + 1000, level: 2 },
        { messageUTC: START + 2000, level: 3 },
        { messageUTC: START + 3000, level: 4, battery: 70 },
      ])
      if (where === 'chunks') await compact(unit)
      const then = await details(unit, { limit: 2, fields: ['level', 'battery'], at: timeOf(START + 2000) })
      const before = await details(unit, { at: timeOf(START - 1) })

      assert.deepEqual(levelsOf(then), [3, 2])
      assert.deepEqual(
        then.older.map(({ messageUTC, battery, level }) => [messageUTC, battery, level]),
        [[timeOf(START), 80, undefined]],
      )
      assert.deepEqual(before, { records: [], older: [] })
    })
  }

  it('leaves out what arrived later, for what was known then', async () => {
    const unit = await newUnit()
    const first = clock()
    await sendRecords(app, unit, 'probe', [
      { messageUTC: first - 5000, level: 1, battery: 80 },
      { messageUTC: first - 3000, level: 2 },
    ])
    clock.advance(2 * MINUTE_MS)
    await sendRecords(app, unit, 'probe', [
      { messageUTC: first - 4000, battery: 60 },
      { messageUTC: first - 2000, level: 3 },
    ])
    const asked = { at: timeOf(first), fields: ['level', 'battery'] }
    const now = await details(unit, asked)
    const then = await details(unit, { ...asked, asKnownAt: timeOf(first) })

    assert.deepEqual([levelsOf(now), now.older.map(({ battery }) => battery)], [[3], [60]])
    assert.deepEqual([levelsOf(then), then.older.map(({ battery }) => battery)], [[2], [80]])
  })
})

function levelsOf({ records }: Awaited<ReturnType<typeof details>>): unknown[] {
  return records.map(({ level }) => level)
}

async function compact({ dataId }: BuiltUnit): Promise<void> {
  const keys = await db.selectFrom('source').select('sourceKey').where('dataId', '=', dataId).execute()
  for (const { sourceKey } of keys) await compactSource({ db, workers }, sourceKey)
}
