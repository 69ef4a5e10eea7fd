import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemClock } from '#platform/time/clock.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createFollowerStore } from './follower-store.ts'
import { startConsumer } from './start-consumer.ts'

const database = await createTestDatabase()
const { app, clock, db } = await createTestApp({ database })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })

/**
 * A consumer that notes of each unit how many records it took, and how many followers a step had. It also looks for records by itself
 * every two seconds, so that a test starts it when all are there.
 */
async function start(name: string, failing: () => DataId | undefined = () => undefined) {
  const taken = new Map<DataId, number>()
  const steps: number[] = []
  await createLeaseStore(db).begin(name, 3_600_000)
  const bus = createInProcessBus(silentLog)
  const metrics = createMetrics()
  const parts = { db, reader, bus, server: name, clock: systemClock, metrics, log: silentLog }
  const running = startConsumer(parts, {
    name,
    together: { most: 100, pauseMs: 0 },
    takeAll: async (turn) => {
      if (turn.steps.some(({ dataId }) => dataId === failing())) throw new Error('it cannot be taken')
      steps.push(turn.steps.length)
      for (const { dataId, arrived } of turn.steps) {
        const count = arrived.reduce((sum, { records }) => sum + records.length, 0)
        taken.set(dataId, (taken.get(dataId) ?? 0) + count)
      }
    },
  })
  database.defer(running.close)
  return { ...running, taken, steps, metrics }
}

async function follow(consumer: string): Promise<BuiltUnit> {
  const unit = await buildUnit(db)
  const { dataId } = unit
  const sources = [sourceName('probe')]
  await createFollowerStore(db).follow({ consumer, id: dataId, dataId, sources, from: 'beginning' })
  return unit
}

const send = (unit: BuiltUnit, count: number) =>
  sendRecords(
    app,
    unit,
    'probe',
    Array.from({ length: count }, (_, second) => ({
      messageUTC: new Date(second * 1_000).toISOString(),
      value: second,
    })),
  )

describe('a step of many followers', () => {
  it('takes every record of each of them once', async () => {
    const units = [await follow('many'), await follow('many'), await follow('many')]
    for (const [index, unit] of units.entries()) await send(unit, index + 1)
    const { run, taken, steps } = await start('many')

    await run()
    await run()

    assert.deepEqual(
      units.map(({ dataId }) => taken.get(dataId)),
      [1, 2, 3],
    )
    assert.equal(steps[0], 3)
  })

  it('takes what units send that send seldom in one step too', async () => {
    const units: BuiltUnit[] = []
    for (let number = 0; number < 12; number += 1) units.push(await follow('seldom'))
    for (const unit of units) await send(unit, 1)
    const before = await start('seldom')
    await before.run()
    await before.handOver()
    clock.advance(60 * 60_000)
    for (const unit of units) await send(unit, 2)

    const { run, taken, steps } = await start('seldom')
    await run()

    assert.equal(steps[0], 12)
    // The first of the two was there already.
    assert.deepEqual(
      units.map(({ dataId }) => [before.taken.get(dataId), taken.get(dataId)]),
      units.map(() => [1, 1]),
    )
  })

  it('leaves behind the one that cannot be taken, and takes the others', async () => {
    const [good, bad] = [await follow('picky'), await follow('picky')]
    let failing: DataId | undefined = bad.dataId
    for (const unit of [good, bad]) await send(unit, 2)
    const { run, taken, metrics } = await start('picky', () => failing)

    await run()
    failing = undefined
    await run()

    assert.deepEqual([taken.get(good.dataId), taken.get(bad.dataId)], [2, undefined])
    assert.match(await metrics.registry.metrics(), /fieldwatch_arrivals_failures_total\{consumer="picky"\} 1/)
  })

  it('takes what went straight into chunks too', async () => {
    const unit = await follow('chunked')
    await send(unit, 6_000)
    const { run, taken } = await start('chunked')

    await run()

    assert.equal(taken.get(unit.dataId), 6_000)
  })
})
