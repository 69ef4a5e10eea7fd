import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AlertOperator, boundOf, findClearLimitProblem, intervalSeconds, splitInterval } from './alert-conditions.ts'
import { satisfies } from '../calculations/conditions.ts'

describe('the operators of alerts', () => {
  it('compare a value with the limit as they say', () => {
    const held = AlertOperator.options.map((operator) => {
      const bound = boundOf({ operator, constant: 8 })
      return [operator, ...[7, 8, 9].filter((value) => satisfies(bound, value))]
    })

    assert.deepEqual(held, [
      ['equal', 8],
      ['not equal', 7, 9],
      ['greater than', 9],
      ['less than', 7],
      ['greater than or equal', 8, 9],
      ['less than or equal', 7, 8],
    ])
  })

  it('have a second limit on the other side, where they have sides', () => {
    const problems = AlertOperator.options.map((operator) =>
      [7, 8, 9].map((limit) => findClearLimitProblem({ operator, constant: 8 }, limit) === undefined),
    )

    assert.deepEqual(problems, [
      [false, false, false],
      [false, false, false],
      [true, true, false],
      [false, true, true],
      [true, true, false],
      [false, true, true],
    ])
  })
})

describe('the interval of alerts', () => {
  it('is days, hours and minutes in seconds, and these again', () => {
    const parts = { days: 2, hours: 3, minutes: 4 }

    assert.equal(intervalSeconds(parts), 2 * 86_400 + 3 * 3_600 + 4 * 60)
    assert.deepEqual(splitInterval(intervalSeconds(parts)), parts)
    assert.deepEqual(splitInterval(0), { days: 0, hours: 0, minutes: 0 })
  })
})
