import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bandsOf, joinBands } from './bands.ts'

const band = (from: number, to: number, count = 1, ongoing = false) => ({ from, to, count, ongoing })

describe('bands of occurrences', () => {
  it('are joined where less than a column is between them', () => {
    assert.deepEqual(joinBands([band(0, 10), band(14, 20, 2), band(25, 30)], 5), [band(0, 20, 3), band(25, 30)])
  })

  it('keep the longest end', () => {
    assert.deepEqual(joinBands([band(0, 100), band(10, 20)], 5), [band(0, 100, 2)])
  })

  it('continue where one of them does', () => {
    assert.deepEqual(joinBands([band(0, 10), band(11, 20, 1, true)], 5), [band(0, 20, 2, true)])
  })

  it('are none where nothing occurred', () => {
    assert.deepEqual(joinBands([], 5), [])
  })
})

describe('when a condition held', () => {
  const began = (at: number) => ({ kind: 'began', at }) as const
  const ended = (at: number) => ({ kind: 'ended', at }) as const

  it('is from each time that it began until it ended, what began before and what lasts included', () => {
    const transitions = [began(50), ended(110), began(120), ended(130), began(190)]

    assert.deepEqual(bandsOf(transitions, { from: 100, to: 200 }), [
      { from: 50, to: 110, count: 1 },
      { from: 120, to: 130, count: 1 },
      { from: 190, to: 200, count: 1 },
    ])
  })

  it('ends once, however often it is said to end', () => {
    const transitions = [began(110), ended(120), ended(130)]

    assert.deepEqual(bandsOf(transitions, { from: 100, to: 200 }), [{ from: 110, to: 120, count: 1 }])
  })

  it('leaves out what was over before the range', () => {
    assert.deepEqual(bandsOf([ended(90)], { from: 100, to: 200 }), [])
  })
})
