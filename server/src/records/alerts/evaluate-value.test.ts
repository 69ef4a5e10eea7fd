import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { evaluate, type Evaluation, elapse, type StatusChange, UNTRIGGERED, type ValueRule } from './evaluate-value.ts'
import { judgeNaively } from './testing/judge-naively.ts'
import { valueRuleOf } from './unit-state.ts'

const over8 = { operator: 'greater than', constant: 8, clearLimit: undefined, forSeconds: 0 } as const

/** Changes of values a second apart. */
function judge(rule: ValueRule, values: readonly number[]): string[] {
  let state: Evaluation = UNTRIGGERED
  const found: StatusChange[] = []
  for (const [second, value] of values.entries()) {
    const { after, changes } = evaluate(rule, state, { at: second * 1_000, receivedAt: second * 1_000, value })
    state = after
    found.push(...changes)
  }
  return found.map(({ to, at, value }) => `${to} at ${at / 1_000} with ${value}`)
}

describe('an alert on a value', () => {
  const table: { title: string; rule: Parameters<typeof valueRuleOf>[0]; values: number[]; changes: string[] }[] = [
    { title: 'stays OK as long as nothing satisfies', rule: over8, values: [1, 8, 7.9], changes: [] },
    {
      title: 'is triggered by the first value that satisfies, and OK again with the first that does not',
      rule: over8,
      values: [8, 9, 10, 8, 3, 9],
      changes: ['high at 1 with 9', 'ok at 3 with 8', 'high at 5 with 9'],
    },
    {
      title: 'with a second limit is OK again only behind that',
      rule: { ...over8, clearLimit: 6 },
      values: [9, 8, 7, 9, 6.1, 6, 7, 9],
      changes: ['high at 0 with 9', 'ok at 5 with 6', 'high at 7 with 9'],
    },
    {
      title: 'with a second limit below is OK again only above that',
      rule: { operator: 'less than', constant: 2, clearLimit: 3, forSeconds: 0 },
      values: [1, 2.5, 3, 2.5, 1],
      changes: ['high at 0 with 1', 'ok at 2 with 3', 'high at 4 with 1'],
    },
    {
      title: 'with a time is triggered once the condition has held for that long',
      rule: { ...over8, forSeconds: 2 },
      values: [9, 9, 1, 9, 10, 11, 12, 1],
      changes: ['high at 2 with 9', 'ok at 2 with 1', 'high at 5 with 10', 'ok at 7 with 1'],
    },
    {
      title: 'with a time begins to count anew when the condition did not hold',
      rule: { ...over8, forSeconds: 3 },
      values: [9, 9, 1, 9, 9, 1],
      changes: [],
    },
    {
      title: 'can be about a value that is there',
      rule: { operator: 'equal', constant: 1, clearLimit: undefined, forSeconds: 0 },
      values: [0, 1, 1, 2],
      changes: ['high at 1 with 1', 'ok at 3 with 2'],
    },
  ]
  for (const { title, rule, values, changes } of table) {
    it(title, () => assert.deepEqual(judge(valueRuleOf(rule), values), changes))
  }

  it('is judged as if its whole course were looked at, whatever the limits', () => {
    const values = fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 60 })
    const rules = fc.record({
      operator: fc.constantFrom('greater than', 'greater than or equal'),
      constant: fc.integer({ min: 3, max: 8 }),
      clearLimit: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      forSeconds: fc.integer({ min: 0, max: 5 }),
    })
    fc.assert(
      fc.property(values, rules, (course, given) => {
        const rule = valueRuleOf(given)
        const readings = course.map((value, second) => ({ at: second * 1_000, value }))
        const expected = judgeNaively(rule, readings).map(({ to, at, value }) => `${to} at ${at / 1_000} with ${value}`)

        assert.deepEqual(judge(rule, course), expected)
      }),
    )
  })

  it('is triggered by the clock when no other value comes', () => {
    const rule = valueRuleOf({ ...over8, forSeconds: 60 })
    const { after } = evaluate(rule, UNTRIGGERED, { at: 1_000, receivedAt: 1_500, value: 9 })

    assert.equal(elapse(rule, after, 60_999).change, undefined)
    assert.deepEqual(elapse(rule, after, 61_000).change, { to: 'high', at: 61_000, value: 9 })
  })
})
