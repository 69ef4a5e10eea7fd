import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { runUntilKilled } from '#testing/run-until-killed.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { systemClock } from '#platform/time/clock.ts'
import { advanceFollower } from './advance-follower.ts'
import type { Consumer } from './consumer.ts'
import { createFollowerStore } from './follower-store.ts'
import { startConsumer } from './start-consumer.ts'
import { createStepMemory } from './step-memory.ts'
import { createPeakTable, peakConsumer, watchPeak } from './testing/peak-consumer.ts'

const database = await createTestDatabase()
const { app, db } = await createTestApp({ database })
await createPeakTable(db)
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })
const START = Date.parse('2026-02-01T00:00:00.000Z')

/** A consumer as it runs in a server that has no bus to others. */
async function start(server: string, consumer: Consumer = peakConsumer) {
  const metrics = createMetrics()
  await createLeaseStore(db).begin(server, 3_600_000)
  const bus = createInProcessBus(silentLog)
  const running = startConsumer({ db, reader, bus, server, clock: systemClock, metrics, log: silentLog }, consumer)
  database.defer(running.close)
  return { ...running, metrics }
}

const { run } = await start('one')

async function send(unit: BuiltUnit, temperatures: Record<number, number>): Promise<void> {
  const records = Object.entries(temperatures).map(([second, temperature]) => ({
    messageUTC: new Date(START + Number(second) * 1000).toISOString(),
    temperature,
  }))
  await sendRecords(app, unit, 'probe', records)
}

async function peakOf({ dataId }: BuiltUnit): Promise<{ records: number; hot: number; highest: number | null }> {
  const { rows } = await sql<{ records: number; hot: number; highest: number | null }>`
    select records, hot, highest from peak where data_id = ${dataId}`.execute(db)
  assert.ok(rows[0])
  return rows[0]
}

async function holderOf(id: DataId): Promise<string | null> {
  const row = await db.selectFrom('arrivalFollower').select('heldBy').where('id', '=', id).executeTakeFirstOrThrow()
  return row.heldBy
}

/** Its own consumer does the same, so that no other server of this file takes a step of it. */
function named(name: string): Consumer {
  return { ...peakConsumer, name }
}

async function watchedBy(consumer: string, from: 'beginning' | 'now' = 'beginning'): Promise<BuiltUnit> {
  const unit = await buildUnit(db)
  const { dataId } = unit
  if (from === 'now') await send(unit, { 1: 99 })
  await sql`insert into peak (data_id, top) values (${dataId}, 30)`.execute(db)
  const sources = [sourceName('probe')]
  await createFollowerStore(db).follow({ consumer, id: dataId, dataId, sources, from })
  return unit
}

async function build(): Promise<BuiltUnit> {
  const unit = await buildUnit(db)
  await watchPeak(db, unit.dataId, 30)
  return unit
}

describe('a consumer', () => {
  it('takes every record once, late ones and those of before included', async () => {
    const unit = await buildUnit(db)
    await send(unit, { 10: 20, 11: 31 })
    await watchPeak(db, unit.dataId, 30)
    await run()
    await send(unit, { 12: 25 })
    await run()
    await send(unit, { 5: 40 })
    await run()
    await run()

    assert.deepEqual(await peakOf(unit), { records: 4, hot: 2, highest: 40 })
  })

  it('takes records in the order in which they arrived, whether they are rows or in chunks by then', async () => {
    const unit = await buildUnit(db)
    const { dataId } = unit
    const times: number[] = []
    const noting: Consumer = {
      name: 'notes',
      lanes: 1,
      take: async ({ read }) => {
        for (const { records } of await read()) times.push(...records.map(({ at }) => (at - START) / 1000))
        return 'nothing'
      },
    }
    const notes = await start('notes', noting)
    const sources = [sourceName('probe')]
    await createFollowerStore(db).follow({ consumer: 'notes', id: dataId, dataId, sources, from: 'beginning' })
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [index + 100, index]))
    await send(unit, { 50: 1 })
    await send(unit, many)
    await send(unit, { 20: 1, 40: 1 })
    await send(unit, { 30: 1 })
    const keys = await db.selectFrom('source').select('sourceKey').where('dataId', '=', dataId).execute()
    for (const { sourceKey } of keys) await compactSource({ db, workers }, sourceKey)

    await notes.run()

    assert.deepEqual(times, [50, ...Object.keys(many).map(Number), 20, 40, 30])
  })

  it('that begins now is not given what was stored before', async () => {
    const unit = await watchedBy('peaks', 'now')
    await send(unit, { 2: 31 })

    await run()

    assert.deepEqual(await peakOf(unit), { records: 1, hot: 1, highest: 31 })
  })

  it('loses and repeats nothing when its process is killed between any two statements', async () => {
    const script = join(import.meta.dirname, 'testing/take-until-killed.ts')
    const take = ({ dataId }: BuiltUnit, last: number) => runUntilKilled(database, script, [dataId, last])
    const prepare = async () => {
      const unit = await build()
      const held = { heldBy: 'a server that is killed' }
      await db.updateTable('arrivalFollower').set(held).where('id', '=', unit.dataId).execute()
      await send(unit, { 1: 20, 2: 31, 3: 32 })
      return unit
    }
    const leases = createLeaseStore(db)
    await leases.begin('a server that is killed', 3_600_000)
    const { statements } = await take(await prepare(), Infinity)

    for (const share of [0.3, 0.6, 0.8, 1]) {
      await leases.begin('a server that is killed', 3_600_000)
      const unit = await prepare()
      const { signal } = await take(unit, Math.floor(statements * share))
      await leases.end('a server that is killed')
      await run()

      assert.equal(signal, 'SIGKILL')
      assert.deepEqual(await peakOf(unit), { records: 3, hot: 2, highest: 32 })
    }
  })

  it('leaves a follower to the server that holds it, until that has ended', async () => {
    const consumer = named('handed over')
    const unit = await watchedBy('handed over')
    const step = (server: string) =>
      advanceFollower({ db, reader, server, memory: createStepMemory<unknown>() }, consumer, unit.dataId)
    const leases = createLeaseStore(db)
    for (const server of ['left', 'right']) await leases.begin(server, 3_600_000)
    await send(unit, { 1: 20 })
    await step('left')
    await send(unit, { 2: 31 })
    await step('right')
    assert.deepEqual([(await peakOf(unit)).records, await holderOf(unit.dataId)], [1, 'left'])

    await leases.end('left')
    await step('right')
    await leases.begin('left', 3_600_000)
    await send(unit, { 3: 32 })
    await step('left')

    assert.deepEqual([(await peakOf(unit)).records, await holderOf(unit.dataId)], [2, 'right'])
    await step('right')
    assert.deepEqual(await peakOf(unit), { records: 3, hot: 2, highest: 32 })
  })

  it('gives a new server its share of the followers, and moves none once that is so', async () => {
    const store = createFollowerStore(db)
    const unit = await buildUnit(db)
    for (const server of ['busy', 'other', 'new']) await createLeaseStore(db).begin(server, 3_600_000)
    const follow = async (server: string, count: number): Promise<void> => {
      for (let number = 0; number < count; number += 1) {
        const id = `${server}-${number}`
        await store.follow({ consumer: 'shared', id, dataId: unit.dataId, sources: [], from: 'now' })
        await store.save({ consumer: 'shared', id, server, cursors: new Map(), unfinished: false })
      }
    }
    await follow('busy', 20)
    await follow('other', 10)

    const took = [await store.takeShare('shared', 'new'), await store.takeShare('shared', 'new')]
    const { rows } = await sql<{ heldBy: string; count: number }>`
      select held_by, count(*) from arrival_follower where consumer = 'shared' group by held_by`.execute(db)

    assert.deepEqual(took, [10, 0])
    assert.deepEqual(
      rows.map(({ count }) => count),
      [10, 10, 10],
    )
    assert.equal(await store.takeShare('shared', 'other'), 0)
    assert.equal(await store.takeShare('nothing', 'new'), 0)
  })

  it('forgets what it remembered once another server has taken a step', async () => {
    const remembered: (number | undefined)[] = []
    const counting: Consumer<number> = {
      name: 'counting',
      lanes: 1,
      take: async ({ read, ...step }) => {
        remembered.push(step.remembered)
        const [arrived] = await read()
        step.remember((step.remembered ?? 0) + (arrived?.records.length ?? 0))
        return 'nothing'
      },
    }
    const unit = await watchedBy('counting')
    const parts = { db, reader, server: 'left', memory: createStepMemory<number>() }
    await send(unit, { 1: 20, 2: 20 })
    await advanceFollower(parts, counting, unit.dataId)
    await send(unit, { 3: 20 })
    await advanceFollower(parts, counting, unit.dataId)
    await createLeaseStore(db).end('left')
    await send(unit, { 4: 20 })
    await advanceFollower({ ...parts, server: 'right', memory: createStepMemory<number>() }, counting, unit.dataId)
    await createLeaseStore(db).end('right')
    await send(unit, { 5: 20 })
    await advanceFollower(parts, counting, unit.dataId)

    assert.deepEqual(remembered, [undefined, 2, undefined, undefined])
  })

  it('rests while the source is paused that it fills', async () => {
    const unit = await build()
    const { dataId } = unit
    await db
      .updateTable('arrivalFollower')
      .set({ output: 'peaks' as never })
      .where('id', '=', dataId)
      .execute()
    await db
      .updateTable('unit')
      .set({ pausedData: ['peaks' as never] })
      .where('dataId', '=', dataId)
      .execute()
    await send(unit, { 1: 20 })
    await run()
    assert.equal((await peakOf(unit)).records, 0)

    await db.updateTable('unit').set({ pausedData: [] }).where('dataId', '=', dataId).execute()
    await run()
    assert.equal((await peakOf(unit)).records, 1)
  })

  it('continues with the others when one fails, and says how many wait and since when', async () => {
    const [bad, good] = [await watchedBy('failing'), await watchedBy('failing')]
    const failing: Consumer = {
      ...named('failing'),
      take: async (step) => {
        if (step.id === bad.dataId) throw new Error('broken')
        return peakConsumer.take(step)
      },
    }
    const server = await start('failing', failing)
    await send(bad, { 1: 20 })
    await send(good, { 1: 20 })

    await server.run()

    const lag = await createFollowerStore(db).findOldestWaiting('failing')
    const source = await db
      .selectFrom('source')
      .select('lastReceivedAt')
      .where('dataId', '=', bad.dataId)
      .executeTakeFirstOrThrow()
    const written = await server.metrics.registry.metrics()
    assert.deepEqual([(await peakOf(bad)).records, (await peakOf(good)).records], [0, 1])
    assert.match(written, /fieldwatch_arrivals_failures_total\{consumer="failing"\} 1/)
    assert.match(written, /fieldwatch_arrivals_waiting\{consumer="failing"\} 1/)
    assert.equal(lag, source.lastReceivedAt.getTime())
  })
})
