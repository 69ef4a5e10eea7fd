import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinBands } from './event-bands.ts'

const band = (from: number, to: number, count = 1, ongoing = false) => ({ from, to, count, ongoing })

describe('bands of occurrences', () => {
  it('are joined where less than a column is between them', () => {
    assert.deepEqual(joinBands([band(0, 10), band(14, 20, 2), band(25, 30)], 5), [band(0, 20, 3), band(25, 30)])
  })

  it('keep the longest end', () => {
    assert.deepEqual(joinBands([band(0, 100), band(10, 20)], 5), [band(0, 100, 2)])
  })

  it('go on where one of them does', () => {
    assert.deepEqual(joinBands([band(0, 10), band(11, 20, 1, true)], 5), [band(0, 20, 2, true)])
  })

  it('are none where nothing occurred', () => {
    assert.deepEqual(joinBands([], 5), [])
  })
})
