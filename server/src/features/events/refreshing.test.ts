import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalculation, updateCalculation } from '@fieldwatch/contract/calculations/calculations'
import { createEvent, listEvents, refreshEvent } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { removeOld } from '#records/store/remove-old.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, signInAs, features } = await createTestApp({ database })
const { calculations, events } = features
const ada = await signInAs({ role: 'viewer' })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())

const START = Date.parse('2026-02-01T00:00:00.000Z')
const at = (second: number): string => new Date(START + second * 1000).toISOString()

async function buildTank(): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity: ada.entity })
  const levels = [0, 30, 0, 0, 50, 0, 0, 70, 0]
  await sendRecords(
    app,
    unit,
    'tank',
    levels.map((level, second) => ({ messageUTC: at(second), level })),
  )
  return unit
}

const double = (dataID: DataId, change: object = {}) => ({
  dataID,
  name: 'twice',
  equation: 'tank.level * 2',
  unit: 'm',
  startDate: at(0),
  values: [{ source: 'tank', field: 'level' }],
  ...change,
})

async function addTable({ dataId }: BuiltUnit, comparison: string): Promise<void> {
  const body = { dataID: dataId, name: 'high', comparison, startDate: at(0) }
  const { status, failure } = await call(createEvent, { as: ada, body })
  assert.equal(status, 200, failure.message)
  await events.run()
}

async function refresh({ dataId }: BuiltUnit): Promise<void> {
  assert.equal((await call(refreshEvent, { as: ada, body: { dataID: dataId, name: 'high' } })).status, 200)
  await events.run()
}

async function startsOf({ dataId }: BuiltUnit): Promise<number[]> {
  const { body } = await call(listEvents, { as: ada, query: { dataID: dataId, name: 'high' } })
  assert.ok('occurrences' in body.details)
  return body.details.occurrences.map(({ startUTC }) => (Date.parse(startUTC) - START) / 1000)
}

describe('an event table of a calculated source', () => {
  for (const [what, change, expected] of [
    ['the start of the source moves', { startDate: at(4) }, [4, 7]],
    ['its equation changes', { equation: 'tank.level - 10' }, [7]],
  ] as const) {
    it(`has only what the source says after ${what}`, async () => {
      const unit = await buildTank()
      assert.equal((await call(createCalculation, { as: ada, body: double(unit.dataId) })).status, 200)
      await calculations.run()
      await addTable(unit, 'twice.value > 50')
      assert.deepEqual(await startsOf(unit), [1, 4, 7])

      const body = double(unit.dataId, change)
      assert.equal((await call(updateCalculation, { as: ada, body })).status, 200)
      await calculations.run()
      await events.run()

      assert.deepEqual(await startsOf(unit), expected)
      await refresh(unit)
      assert.deepEqual(await startsOf(unit), expected)
    })
  }
})

describe('a refresh', () => {
  it('keeps what was found in records that retention removed since, even if it removed them all', async () => {
    const unit = await buildTank()
    await addTable(unit, 'tank.level > 20')
    const remove = (second: number) => {
      const clock = () => START + second * 1000 + 86_400_000
      const retention = { rawDays: 1, summaryDays: undefined }
      return removeOld({ db, workers, clock, metrics: createMetrics(), log: silentLog, retention })
    }

    await remove(3)
    await refresh(unit)
    assert.deepEqual(await startsOf(unit), [1, 4, 7])

    await remove(60)
    await refresh(unit)
    assert.deepEqual(await startsOf(unit), [1, 4, 7])
  })
})
