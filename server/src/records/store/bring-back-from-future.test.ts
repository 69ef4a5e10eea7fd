import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { bringBackFromFuture } from './bring-back-from-future.ts'
import { compactSource } from './compact-source.ts'

const DAY_MS = 24 * 60 * 60_000

const database = await createTestDatabase()
const { db } = database
const clock = createFakeClock()
const ahead = createFakeClock()
ahead.advance(DAY_MS)
const { app } = await createTestApp({ database, clock })
const { app: appAhead } = await createTestApp({ database, clock: ahead })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const parts = { db, clock, log: silentLog }

async function arrivalsOf({ dataId }: BuiltUnit) {
  const { rows } = await sql<{ key: number; last: Date; newest: Date | null; active: Date }>`
    select source_key as key, last_received_at as last, last_activity_at as active, (
      select max(received_at) from record where record.source_key = source.source_key
    ) as newest
    from source join unit using (data_id) where data_id = ${dataId}`.execute(db)
  return rows[0] ?? assert.fail()
}

describe('what a clock wrote that was a day ahead', () => {
  it('counts as arrived now, and what arrives afterwards arrives later', async () => {
    const unit = await buildUnit(db)
    await sendRecords(appAhead, unit, 'probe', { value: 1 })

    await bringBackFromFuture(parts)
    const corrected = await arrivalsOf(unit)
    clock.advance(5_000)
    await sendRecords(app, unit, 'probe', { value: 2 })

    assert.deepEqual(
      [corrected.last, corrected.newest, corrected.active].map((time) => Number(time)),
      [clock() - 5_000, clock() - 5_000, clock() - 5_000],
    )
    const { last, newest } = await arrivalsOf(unit)
    assert.deepEqual([Number(last), Number(newest)], [clock(), clock()])
    const { rows } = await sql<{ at: Date }>`
      select at from record join source using (source_key) where data_id = ${unit.dataId} order by received_at`.execute(
      db,
    )
    assert.equal(Number(rows[1]?.at), clock(), 'the time of a record without one')
  })

  it('is read by followers once they have not read it, and does not hide what comes later', async () => {
    const unit = await buildUnit(db)
    const followers = createFollowerStore(db)
    const following = { consumer: 'test', dataId: unit.dataId, sources: ['probe' as never], from: 'beginning' } as const
    await followers.follow({ ...following, id: 'behind' })
    await sendRecords(appAhead, unit, 'probe', { value: 1 })
    ahead.advance(1)
    await sendRecords(appAhead, unit, 'probe', { value: 2 })
    await followers.follow({ ...following, id: 'done', from: 'now' })
    await sql`update arrival_cursor set received_after = ${ahead() - 1} where follower = 'behind'`.execute(db)

    await bringBackFromFuture(parts)

    const { rows } = await sql<{ follower: string; receivedAfter: number }>`
      select follower, received_after from arrival_cursor where consumer = 'test' order by follower`.execute(db)
    assert.deepEqual(rows, [
      { follower: 'behind', receivedAfter: clock() - 1 },
      { follower: 'done', receivedAfter: clock() },
    ])
    clock.advance(1_000)
    await sendRecords(app, unit, 'probe', { value: 3 })
    assert.deepEqual(await followers.listWaiting('test', 'a server'), ['done', 'behind'])
  })

  it('is corrected in chunks, too', async () => {
    const unit = await buildUnit(db)
    const records = Array.from({ length: 500 }, (_, index) => ({ messageUTC: 1_700_000_000 + index, value: index }))
    await sendRecords(appAhead, unit, 'probe', records)
    const { key } = await arrivalsOf(unit)
    await compactSource({ db, workers, history: undefined }, key)

    await bringBackFromFuture(parts)

    const { rows } = await sql<{ first: number; last: number; count: number }>`
      select first_received_at as first, last_received_at as last, count from record_chunk where source_key = ${key}`.execute(
      db,
    )
    assert.ok(rows.length > 0)
    for (const { first, last } of rows) assert.deepEqual([first, last], [clock(), clock()])
  })

  it('is left alone when it is so far ahead that the present clock may be wrong', async () => {
    const unit = await buildUnit(db)
    await sendRecords(appAhead, unit, 'probe', { value: 1 })
    const before = await arrivalsOf(unit)

    await bringBackFromFuture({ ...parts, clock: () => clock() - 7 * DAY_MS })

    assert.deepEqual(await arrivalsOf(unit), before)
  })

  it('is left alone within a minute', async () => {
    const unit = await buildUnit(db)
    await sendRecords(app, unit, 'probe', { value: 1 })
    const before = await arrivalsOf(unit)
    const earlier = { ...parts, clock: () => clock() - 30_000 }

    await bringBackFromFuture(earlier)

    assert.deepEqual(await arrivalsOf(unit), before)
  })
})
