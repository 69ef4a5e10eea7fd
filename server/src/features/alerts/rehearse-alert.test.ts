import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { createMeasures } from '@fieldwatch/contract/measures/measure'
import { explainSilence } from '@fieldwatch/contract/units/unit-silence'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, signInAs } = await createTestApp({ database })
const viewer = await signInAs()
const HOUR = 3_600_000

const unit = await buildUnit(db, { entity: viewer.entity })
const at = (hoursAgo: number): string => new Date(clock() - hoursAgo * HOUR).toISOString()
const values: [number, number][] = [
  [31 * 24, 20],
  [100, 4],
  [90, 9],
  [89, 7],
  [86, 3],
  [50, 10],
  [49.5, 2],
  [1, 12],
]
await sendRecords(
  app,
  unit,
  'room',
  values.map(([hours, temp]) => ({ messageUTC: at(hours), temp })),
)
const silent = await buildUnit(db, { entity: viewer.entity })

const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
const asked = { devices: [unit.dataId, silent.dataId], source: 'room', condition }

async function rehearse(given: object = {}) {
  return (await call(rehearseAlert, { as: viewer, body: { ...asked, ...given } })).body.details
}

describe('a rehearsal', () => {
  it('says when the condition would have been triggered over the last 30 days, for how long, and what it would have cost', async () => {
    const { units, count, durationSeconds, messages } = await rehearse()

    const [first, second] = units
    assert.deepEqual(
      first?.events.map(({ startUTC, endUTC, value }) => [startUTC, endUTC, value]),
      [
        [at(90), at(89), 9],
        [at(50), at(49.5), 10],
        [at(1), null, 12],
      ],
    )
    assert.deepEqual([count, durationSeconds, messages], [3, 2.5 * 3_600, 5])
    assert.deepEqual([second?.count, second?.events], [0, []])
  })

  it('lists the times without data: longer than is usual for the source', async () => {
    const { units } = await rehearse()

    const [first, second] = units
    assert.deepEqual(first?.noData.at(-1), { startUTC: at(89), endUTC: at(1) })
    assert.deepEqual(second?.noData, [{ startUTC: at(30 * 24), endUTC: at(0) }])
  })

  it('knows the second limit, the time that it has to last, and the interval', async () => {
    const wider = await rehearse({ clearLimit: 5 })
    const lasting = await rehearse({ forSeconds: 3_600 })
    const often = await rehearse({ interval: 600 })

    assert.equal(wider.units[0]?.events[0]?.endUTC, at(86))
    assert.deepEqual(
      lasting.units[0]?.events.map(({ startUTC }) => startUTC),
      [at(89), at(0)],
    )
    assert.ok(often.messages > 10)
  })

  it('of 100.4 °F equals that of 38 °C', async () => {
    const warm = await buildUnit(db, { entity: viewer.entity })
    const temps = [37.9, 38, 38.000001, 37.2, 37, 36.9]
    const records = temps.map((temp, index) => ({ messageUTC: at(10 - index), temp }))
    await sendRecords(app, warm, 'room', records)
    const { sent } = createMeasures({ system: 'US' })('°C')
    const rehearseAt = (constant: number, clearLimit: number) =>
      rehearse({ devices: [warm.dataId], condition: { ...condition, constant }, clearLimit })

    const inCelsius = await rehearseAt(38, 37)

    assert.deepEqual(await rehearseAt(sent(100.4), sent(98.6)), inCelsius)
    assert.deepEqual(
      inCelsius.units[0]?.events.map(({ startUTC, endUTC }) => [startUTC, endUTC]),
      [[at(8), at(6)]],
    )
  })

  it('says of a unit that would have been triggered all the time that not everything was counted', async () => {
    const restless = await buildUnit(db, { entity: viewer.entity })
    for (const day of [20, 19, 18]) {
      const start = clock() - day * 24 * HOUR
      const records = Array.from({ length: 60_000 }, (_, second) => ({
        messageUTC: new Date(start + second * 1_000).toISOString(),
        temp: second % 2 === 0 ? 9 : 1,
      }))
      await sendRecords(app, restless, 'room', records)
    }

    const { units } = await rehearse({ devices: [restless.dataId] })

    const [cut] = units
    assert.equal(cut?.isCut, true)
    assert.ok(cut.count >= 50_000 && cut.count < 90_000)
    assert.ok(cut.durationSeconds < 3 * 24 * 3_600)
    assert.deepEqual(
      (await rehearse()).units.map(({ isCut }) => isCut),
      [false, false],
    )
  })

  it('of a unit out of reach is as if there were none', async () => {
    const foreign = await buildUnit(db)

    const { failure } = await call(rehearseAlert, { as: viewer, body: { ...asked, devices: [foreign.dataId] } })

    assert.equal(failure.code, 'unit/not-found')
  })
})

describe('the explanation of a silence', () => {
  it('joins what the portal knows about the unit', async () => {
    const { body } = await call(explainSilence, { as: viewer, query: { dataID: silent.dataId } })

    assert.equal(body.details.reason, 'never-connected')
    assert.deepEqual([body.details.connected, body.details.lastRecordUTC], [false, null])
  })

  it('says that a unit is deactivated where that is the reason', async () => {
    await db.updateTable('unit').set({ active: false }).where('dataId', '=', unit.dataId).execute()

    const { body } = await call(explainSilence, { as: viewer, query: { dataID: unit.dataId } })

    assert.deepEqual([body.details.reason, body.details.active, body.details.sims], ['deactivated', false, []])
    assert.equal(body.details.lastSource, 'room')
  })
})
