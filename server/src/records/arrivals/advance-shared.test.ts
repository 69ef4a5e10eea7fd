import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemClock } from '#platform/time/clock.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { buildUnit, type BuiltUnit, sourceName } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { advanceFollower } from './advance-follower.ts'
import { advanceShared } from './advance-together.ts'
import type { Arrived, Consumer, SharedSteps } from './consumer.ts'
import { createFollowerStore } from './follower-store.ts'
import { startConsumer } from './start-consumer.ts'
import { createStepMemory } from './step-memory.ts'

const database = await createTestDatabase()
const { app, clock, db } = await createTestApp({ database })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })

interface Given {
  /** Whether a shared step leaves a value to a step of its own. */
  readonly refuses?: (value: number) => boolean
  /** Whether a shared step fails. */
  readonly fails?: () => boolean
}

/** A consumer that notes which values it took of each unit, and how: it remembers how many. */
function createNotingConsumer(name: string, { refuses = () => false, fails = () => false }: Given = {}) {
  const taken = new Map<string, string[]>()
  const sizes: number[] = []
  const note = (id: string, known: number, how: string, values: readonly number[]): number => {
    const before = taken.get(id) ?? []
    assert.equal(known, before.length)
    taken.set(id, [...before, ...values.map((value) => `${value} ${how}`)])
    return known + values.length
  }
  const shared: SharedSteps<number> = {
    most: 100,
    take: async ({ steps }) => {
      if (fails()) throw new Error('it cannot be taken')
      const able = steps.filter(({ arrived }) => !valuesOf(arrived).some(refuses))
      sizes.push(able.length)
      return new Map(able.map(({ id, arrived, remembered }) => [id, note(id, remembered, 'shared', valuesOf(arrived))]))
    },
  }
  const consumer: Consumer<number> = {
    name,
    lanes: 2,
    shared,
    take: async ({ id, read, remembered = taken.get(id)?.length ?? 0, remember }) => {
      remember(note(id, remembered, 'alone', valuesOf(await read())))
      return 'nothing'
    },
  }
  return { consumer, shared, taken, sizes }
}

async function start(name: string, given: Given = {}) {
  const { consumer, taken } = createNotingConsumer(name, given)
  await createLeaseStore(db).begin(name, 3_600_000)
  const bus = createInProcessBus(silentLog)
  const parts = { db, reader, bus, server: name, clock: systemClock, metrics: createMetrics(), log: silentLog }
  const running = startConsumer(parts, consumer)
  database.defer(running.close)
  return { ...running, taken }
}

function valuesOf(arrived: readonly Arrived[]): number[] {
  return arrived.flatMap(({ records }) => records.map(({ fields }) => (JSON.parse(fields) as { value: number }).value))
}

async function follow(consumer: string): Promise<BuiltUnit> {
  const unit = await buildUnit(db)
  const { dataId } = unit
  await createFollowerStore(db).follow({
    consumer,
    id: dataId,
    dataId,
    sources: [sourceName('probe')],
    from: 'beginning',
  })
  return unit
}

const send = (unit: BuiltUnit, value: number) =>
  sendRecords(app, unit, 'probe', { messageUTC: new Date(value * 1_000).toISOString(), value })

describe('a step that many followers share', () => {
  it('takes those that remember something in one transaction, and leaves the others', async () => {
    const [one, other, isNew] = [await follow('shared'), await follow('shared'), await follow('shared')]
    const { consumer, shared, taken, sizes } = createNotingConsumer('shared')
    await createLeaseStore(db).begin('shared', 3_600_000)
    const parts = { db, reader, server: 'shared', memory: createStepMemory<number>() }
    for (const unit of [one, other]) {
      await send(unit, 1)
      await advanceFollower(parts, consumer, unit.dataId)
    }
    for (const unit of [one, other, isNew]) await send(unit, 2)
    const ids = [one, other, isNew].map(({ dataId }) => dataId)
    const outcomes = await advanceShared(parts, consumer, shared, ids)

    assert.deepEqual(
      ids.map((id) => outcomes.get(id)),
      ['done', 'done', 'alone'],
    )
    assert.deepEqual(
      ids.map((id) => taken.get(id)),
      [['1 alone', '2 shared'], ['1 alone', '2 shared'], undefined],
    )
    assert.deepEqual(sizes, [2])
  })

  it('takes those too that rested for long, as far as records of one step go', async () => {
    const [one, other] = [await follow('rested'), await follow('rested')]
    const { consumer, shared, taken } = createNotingConsumer('rested')
    await createLeaseStore(db).begin('rested', 3_600_000)
    const parts = { db, reader, server: 'rested', memory: createStepMemory<number>() }
    for (const unit of [one, other]) {
      await send(unit, 1)
      await advanceFollower(parts, consumer, unit.dataId)
    }
    clock.advance(3_600_000)
    for (let value = 2; value <= 150; value += 1) await send(one, value)
    for (const value of [2, 3, 4]) await send(other, value)
    const ids = [one.dataId, other.dataId]
    const take = async () => {
      const outcomes = await advanceShared(parts, consumer, shared, ids)
      return ids.map((id) => [outcomes.get(id), taken.get(id)?.length])
    }

    // Of the last commit that was read more may have been left.
    assert.deepEqual(await take(), [
      ['again', 100],
      ['done', 4],
    ])
    assert.deepEqual(await take(), [
      ['done', 150],
      ['idle', 4],
    ])
    const values = (count: number) => Array.from({ length: count - 1 }, (_, index) => `${index + 2} shared`)
    assert.deepEqual(taken.get(one.dataId), ['1 alone', ...values(150)])
    assert.deepEqual(taken.get(other.dataId), ['1 alone', ...values(4)])
  })

  it('leaves those to the other lanes that it cannot take, which share the next step again', async () => {
    const [one, other] = [await follow('refusing'), await follow('refusing')]
    const { run, taken } = await start('refusing', { refuses: (value) => value === 2 })
    for (const value of [1, 2, 3]) {
      await send(one, value)
      await send(other, 10 * value)
      await run()
    }

    assert.deepEqual(taken.get(one.dataId), ['1 alone', '2 alone', '3 shared'])
    assert.deepEqual(taken.get(other.dataId), ['10 alone', '20 shared', '30 shared'])
  })

  it('takes each alone when it fails', async () => {
    const units = [await follow('failing'), await follow('failing')]
    let failing = false
    const { run, taken } = await start('failing', { fails: () => failing })
    for (const value of [1, 2, 3]) {
      failing = value === 2
      for (const unit of units) await send(unit, value)
      await run()
    }

    for (const { dataId } of units) assert.deepEqual(taken.get(dataId), ['1 alone', '2 alone', '3 shared'])
  })

  it('does not continue from what a failed step may have changed', async () => {
    const unit = await follow('changing')
    const { consumer, shared } = createNotingConsumer('changing')
    await createLeaseStore(db).begin('changing', 3_600_000)
    const parts = { db, reader, server: 'changing', memory: createStepMemory<number>() }
    const fail = (): Promise<never> => Promise.reject(new Error('half a step was taken'))
    const takeShared = (take = shared.take) => advanceShared(parts, consumer, { ...shared, take }, [unit.dataId])
    const outcomes: unknown[] = []
    for (const failing of [
      () => takeShared(fail),
      () => advanceFollower(parts, { ...consumer, take: fail }, unit.dataId),
    ]) {
      await send(unit, outcomes.length)
      await advanceFollower(parts, consumer, unit.dataId)
      await send(unit, 10 + outcomes.length)
      await assert.rejects(failing(), /half a step/)
      outcomes.push((await takeShared()).get(unit.dataId))
    }

    assert.deepEqual(outcomes, ['alone', 'alone'])
  })

  it('leaves one alone whose cursor another server moved', async () => {
    const unit = await follow('passed')
    const { consumer, shared, taken } = createNotingConsumer('passed')
    await createLeaseStore(db).begin('passed', 3_600_000)
    const parts = { db, reader, server: 'passed', memory: createStepMemory<number>() }
    await send(unit, 1)
    await advanceFollower(parts, consumer, unit.dataId)
    await send(unit, 2)
    await db.updateTable('arrivalCursor').set({ receivedAfter: 0 }).where('consumer', '=', 'passed').execute()

    const outcomes = await advanceShared(parts, consumer, shared, [unit.dataId])

    assert.equal(outcomes.get(unit.dataId), 'alone')
    assert.deepEqual(taken.get(unit.dataId), ['1 alone'])
  })
})
