import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasReading, isLate, recordAt, SENSOR_FIELDS, timeAt, valueAt } from './sensor-records.ts'

const sensor = { seed: 7, start: Date.UTC(2026, 0, 1) }
const DAY = 86_400
const day = Array.from({ length: DAY }, (_, index) => index)

describe('the sensor of the benchmark', () => {
  it('shows the same record each time', () => {
    for (const index of [0, 1, 4711, 31_000_000]) assert.deepEqual(recordAt(sensor, index), recordAt(sensor, index))
    assert.deepEqual(recordAt(sensor, 12_345), { at: 1_767_237_945_000, values: [69.56, 10.7, 3.396, 13.71] })
  })

  it('shows something else with another seed', () => {
    assert.notDeepEqual(recordAt(sensor, 12_345).values, recordAt({ ...sensor, seed: 8 }, 12_345).values)
  })

  it('reads once a second, in order, now and then some milliseconds late', () => {
    const times = day.map((index) => timeAt(sensor, index))
    assert.ok(times.every((at, index) => index === 0 || at > (times[index - 1] as number)))
    const late = times.filter((at) => at % 1000 !== 0).length
    assert.ok(late > 100 && late < 1000, `${late}`)
  })

  it('has gaps and late records, and mostly neither', () => {
    const missing = day.filter((index) => !hasReading(sensor, index)).length
    const late = Array.from({ length: 7 * DAY }, (_, index) => index).filter((index) => isLate(sensor, index)).length
    assert.ok(missing > 100 && missing < DAY / 20, `${missing}`)
    assert.ok(late > 60 && late < DAY / 20, `${late}`)
  })

  it('is noisy, and changes its number of decimals', () => {
    for (const field of SENSOR_FIELDS.keys()) {
      const values = day.map((index) => valueAt(sensor, field, index))
      const changes = values.filter((value, index) => value !== values[index - 1]).length
      assert.ok(changes > DAY / 2, `${SENSOR_FIELDS[field]}: ${changes}`)
      const month = Array.from({ length: 720 }, (_, index) => valueAt(sensor, field, index * 3600 + 1))
      const decimals = new Set(month.map((value) => String(value).split('.')[1]?.length ?? 0))
      assert.ok(decimals.size > 1, SENSOR_FIELDS[field])
      assert.ok(Math.max(...decimals) <= 4, SENSOR_FIELDS[field])
    }
  })
})
