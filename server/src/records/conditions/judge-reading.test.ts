import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Bound } from '@fieldwatch/contract/calculations/conditions'
import { type Condition, dueOf, elapse, judgeAll, mayMatter, OFF } from './judge-reading.ts'

const SECOND = 1_000
const above8: Bound = { operator: '>', constant: 8 }

interface GivenCondition {
  readonly bound?: Bound
  readonly clear?: number
  readonly forSeconds?: number
  readonly gapSeconds?: number
}

function conditionOf({ bound = above8, clear, forSeconds = 0, gapSeconds = Infinity }: GivenCondition): Condition {
  const clearBound = { ...bound, constant: clear ?? bound.constant }
  return { bound, clearBound, forMs: forSeconds * SECOND, gapMs: gapSeconds * SECOND }
}

/** Transitions of values a second apart; of null there is no record. */
function judge(condition: Condition, values: readonly (number | null)[]): string[] {
  const readings = values.flatMap((value, second) => {
    const at = second * SECOND
    return value === null ? [] : [{ at, receivedAt: at, value }]
  })
  return judgeAll(condition, OFF, readings).transitions.map(
    ({ kind, at, value }) => `${kind} at ${at / SECOND} with ${value}`,
  )
}

describe('a condition', () => {
  const table: { title: string; condition: Condition; values: (number | null)[]; transitions: string[] }[] = [
    {
      title: 'does not begin as long as nothing satisfies',
      condition: conditionOf({}),
      values: [1, 8, 7.9],
      transitions: [],
    },
    {
      title: 'begins with the first value that satisfies, and ends with the first that does not',
      condition: conditionOf({}),
      values: [8, 9, 10, 8, 3, 9],
      transitions: ['began at 1 with 9', 'ended at 3 with 8', 'began at 5 with 9'],
    },
    {
      title: 'with a second limit ends only behind that',
      condition: conditionOf({ clear: 6 }),
      values: [9, 8, 7, 9, 6.1, 6, 7, 9],
      transitions: ['began at 0 with 9', 'ended at 5 with 6', 'began at 7 with 9'],
    },
    {
      title: 'with a second limit above ends only above that',
      condition: conditionOf({ bound: { operator: '<', constant: 2 }, clear: 3 }),
      values: [1, 2.5, 3, 2.5, 1],
      transitions: ['began at 0 with 1', 'ended at 2 with 3', 'began at 4 with 1'],
    },
    {
      title: 'with a time begins once it has held for that long',
      condition: conditionOf({ forSeconds: 2 }),
      values: [9, 9, 1, 9, 10, 11, 12, 1],
      transitions: ['began at 2 with 9', 'ended at 2 with 1', 'began at 5 with 10', 'ended at 7 with 1'],
    },
    {
      title: 'with a time is counted from the start when it did not hold',
      condition: conditionOf({ forSeconds: 3 }),
      values: [9, 9, 1, 9, 9, 1],
      transitions: [],
    },
    {
      title: 'can be about one value',
      condition: conditionOf({ bound: { operator: '==', constant: 1 } }),
      values: [0, 1, 1, 2],
      transitions: ['began at 1 with 1', 'ended at 3 with 2'],
    },
    {
      title: 'continues through a silence without a gap',
      condition: conditionOf({}),
      values: [9, null, null, null, null, 9],
      transitions: ['began at 0 with 9'],
    },
    {
      title: 'with a gap ends at the last record before a longer silence, and not before one as long',
      condition: conditionOf({ gapSeconds: 2 }),
      values: [9, null, 10, null, null, 11, 12],
      transitions: ['began at 0 with 9', 'ended at 2 with 10', 'began at 5 with 11'],
    },
    {
      title: 'with a gap and a time does not hold through a silence',
      condition: conditionOf({ gapSeconds: 1, forSeconds: 2 }),
      values: [9, 9, null, null, 9, 9, 9],
      transitions: ['began at 6 with 9'],
    },
  ]
  for (const { title, condition, values, transitions } of table) {
    it(title, () => assert.deepEqual(judge(condition, values), transitions))
  }

  it('that is pending begins by the clock when no other record comes', () => {
    const condition = conditionOf({ forSeconds: 60 })
    const { state } = judgeAll(condition, OFF, [{ at: 1_000, receivedAt: 1_500, value: 9 }])

    assert.equal(dueOf(condition, state), 61_500)
    assert.equal(elapse(condition, state, 60_999).transition, undefined)
    assert.deepEqual(elapse(condition, state, 61_000).transition, { kind: 'began', at: 61_000, value: 9 })
  })

  it('with a gap leaves it to the next record whether it begins', () => {
    const condition = conditionOf({ forSeconds: 60, gapSeconds: 90 })
    const { state } = judgeAll(condition, OFF, [{ at: 1_000, receivedAt: 1_500, value: 9 }])

    assert.equal(dueOf(condition, state), undefined)
    assert.equal(elapse(condition, state, 61_000).transition, undefined)
  })

  it('has to look at numbers that can satisfy, or can be behind the second limit', () => {
    const condition = conditionOf({ clear: 4 })

    assert.equal(mayMatter(condition, 7, 9), true)
    assert.equal(mayMatter(condition, 3, 6), true)
    assert.equal(mayMatter(condition, 5, 6), false)
    assert.equal(mayMatter(condition, 1, 3), false)
    assert.equal(mayMatter(conditionOf({ clear: 4, gapSeconds: 9 }), 5, 6), true)
  })
})
