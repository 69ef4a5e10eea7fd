import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitOf, triggeredBands, type Turn } from './triggered-bands.ts'

const turn = (happening: Turn['happening'], at: number, limit: number | null = null): Turn => ({ happening, at, limit })
const band = (from: number, to: number) => ({ from, to, count: 1 })

describe('when an alert was triggered', () => {
  it('is from each time that it was to OK again, what began before and what lasts included', () => {
    const turns = [turn('high', 50), turn('ok', 110), turn('high', 120), turn('ok', 130), turn('high', 190)]

    assert.deepEqual(triggeredBands(turns, { from: 100, to: 200 }), [band(50, 110), band(120, 130), band(190, 200)])
  })

  it('ends where the alert became another one', () => {
    const turns = [turn('high', 110), turn('changed', 120), turn('ok', 130)]

    assert.deepEqual(triggeredBands(turns, { from: 100, to: 200 }), [band(110, 120)])
  })

  it('leaves out what was over before the range', () => {
    assert.deepEqual(triggeredBands([turn('ok', 90)], { from: 100, to: 200 }), [])
  })

  it('has the limit of that time', () => {
    assert.equal(limitOf([turn('high', 1, 7), turn('ok', 2, 8), turn('changed', 3)]), 8)
    assert.equal(limitOf([turn('high', 1)]), undefined)
  })
})
