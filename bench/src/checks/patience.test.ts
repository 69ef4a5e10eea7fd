import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPatience } from './patience.ts'

describe('the patience of the benchmark', () => {
  it('lasts as long as there is progress, however slow', () => {
    let time = 0
    const patience = createPatience(10_000, () => time)
    for (let progress = 0; progress < 100; progress += 1) {
      time += 9_000
      assert.equal(patience.isOver(progress), false)
    }
  })

  it('is over when nothing has changed for that long', () => {
    let time = 0
    const patience = createPatience(10_000, () => time)
    assert.equal(patience.isOver(7), false)
    time = 9_999
    assert.equal(patience.isOver(7), false)
    time = 10_000
    assert.equal(patience.isOver(7), true)
  })
})
