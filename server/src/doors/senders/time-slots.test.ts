import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DataId } from '@fieldwatch/contract/api/ids'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTimeSlots, type Found, type Report, type Stored } from './time-slots.ts'

const dataId = DataId.parse('tracker')
const clock = createFakeClock()
const now = clock()

/** The times that reports of one message get, on top of what is stored. */
function createPlacing(stored: readonly Stored[] = [], complete?: Found['complete']) {
  const asked: (readonly number[])[] = []
  const findStored = async (_: DataId, __: readonly string[], times: readonly number[]) => {
    asked.push(times)
    return { records: [...stored], complete }
  }
  const slots = createTimeSlots({ findStored, clock })
  const place = (...reports: readonly (readonly [at: number, report: Report])[]) =>
    slots.decodeApart({
      dataId,
      sources: ['location', 'tracker'],
      decode: (placeInTime) => reports.map(([at, report]) => placeInTime(at, report) - now),
    })
  return { place, asked, slots }
}

const level = (value: number): Report => ({ tracker: { level: value } })

describe('createTimeSlots', () => {
  it('places reports of one moment apart, and each again where it was', async () => {
    const { place } = createPlacing()

    assert.deepEqual(await place([now, level(1)], [now, level(2)], [now, level(1)]), [0, 1, 0])
    assert.deepEqual(await place([now, level(2)], [now, level(3)], [now + 5, level(1)]), [1, 2, 5])
  })

  it('knows what is stored, in whichever order its fields are, also when a part of it is not', async () => {
    const stored = [
      { source: 'tracker', at: now, fields: '{"level":1,"a_b":2}' },
      { source: 'location', at: now + 1, fields: '{"lat":1}' },
      { source: 'tracker', at: now + 1, fields: '{"level":2}' },
    ]
    const report = { location: { lat: 1, lon: undefined }, tracker: { level: 2 } }

    const nested = { location: { lat: 9 }, tracker: { level: 1, a: { b: 2 } } }
    const { place } = createPlacing(stored)

    assert.deepEqual(await place([now, report], [now, nested], [now, level(3)]), [1, 0, 2])
  })

  it('asks only about times from before it knew the unit, and about all again after it connects', async () => {
    const { place, asked, slots } = createPlacing()

    await place([now - 10, level(1)], [now + 10, level(1)])
    await place([now - 10, level(2)], [now + 20, level(1)])
    slots.forget(dataId)
    await place([now - 10, level(1)])

    assert.deepEqual(asked, [[now - 10], [now - 10]])
  })

  it('asks about times that it has forgotten', async () => {
    const { place, asked } = createPlacing()

    await place(...Array.from({ length: 600 }, (_, index) => [now + 1 + index, level(index)] as const))
    await place([now + 1, level(0)], [now + 599, level(598)])

    assert.deepEqual(asked, [[now + 1]])
  })

  it('asks once about all that a device kept, and again when that may have changed, or it has forgotten a part', async () => {
    const complete = { from: now - 5_000, to: now - 1_000 }
    const { place, asked } = createPlacing([{ source: 'tracker', at: now - 4_000, fields: '{"level":1}' }], complete)

    assert.deepEqual(await place([now - 5_000, level(1)]), [-5_000])
    assert.deepEqual(await place([now - 4_000, level(2)], [now - 1_001, level(1)]), [-3_999, -1_001])
    assert.deepEqual(asked, [[now - 5_000]])

    await place([now - 1_000, level(1)])
    clock.advance(10_000)
    await place([now - 2_000, level(1)])
    await place(...Array.from({ length: 600 }, (_, index) => [now - 4_900 + index, level(index)] as const))
    await place([now - 4_850, level(50)])
    assert.deepEqual(asked.slice(1), [[now - 1_000], [now - 2_000], [now - 4_850]])
  })
})
