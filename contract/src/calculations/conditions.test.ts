import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Bound, comparisonOf, maySatisfy, parseComparison, satisfies, VALUE_OPERATORS } from './conditions.ts'
import { SourceName } from '../api/ids.ts'
import { sentence } from '../text/sentence.ts'

const operator = fc.constantFrom(...VALUE_OPERATORS)
/** Few enough that equal ones meet. */
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
const bound: fc.Arbitrary<Bound> = fc.record({ operator, constant: number.map((value) => value + 0) })

describe('a comparison', () => {
  for (const [text, expected] of [
    ['room.temp > 20', { source: 'room', field: 'temp', operator: '>', constant: 20 }],
    ['room.temp>=-1.5e-3', { source: 'room', field: 'temp', operator: '>=', constant: -0.0015 }],
    [' tank-2.level_cm  !=  .5 ', { source: 'tank-2', field: 'level_cm', operator: '!=', constant: 0.5 }],
    ['room.temp == -0', { source: 'room', field: 'temp', operator: '==', constant: 0 }],
  ] as const) {
    // spec 2-3-04
    it(`is read from ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseComparison(text).condition, expected)
    })
  }

  for (const [text, problem] of [
    ['', 'fields.condition.variable'],
    ['temp > 20', 'fields.condition.variable'],
    ['room.temp.high > 20', 'fields.condition.variable'],
    ['room. > 20', 'fields.condition.variable'],
    ['20 > room.temp', 'fields.condition.variable'],
    ['room.temp', sentence('fields.condition.operator', { operators: '==, !=, >, >=, <, <=' })],
    ['room.temp = 20', 'fields.condition.variable'],
    ['room.temp >', 'fields.condition.constant'],
    ['room.temp > warm', 'fields.condition.constant'],
    ['room.temp > 20 C', 'fields.condition.constant'],
    ['room.temp > 1e999', 'fields.condition.constant'],
    ['room.temp > > 20', 'fields.condition.constant'],
    ['room.temp > 0x10', 'fields.condition.constant'],
    ['room.temp > Infinity', 'fields.condition.constant'],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(text)}`, () => {
      assert.equal(parseComparison(text).problem, problem)
    })
  }

  it('reads back as the same condition', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,10}$/)
    fc.assert(
      fc.property(name, name, bound, (source, field, given) => {
        const condition = { source: SourceName.parse(source), field, ...given }
        assert.deepEqual(parseComparison(comparisonOf(condition)).condition, condition)
      }),
    )
  })
})

describe('a condition', () => {
  // spec 2-5-08, 2-9-21
  it('is satisfied by what the comparison says, and by nothing that is no number', () => {
    const meanings: Record<string, (value: number, constant: number) => boolean> = {
      '>': (value, constant) => value > constant,
      '>=': (value, constant) => value >= constant,
      '<': (value, constant) => value < constant,
      '<=': (value, constant) => value <= constant,
      '==': (value, constant) => value === constant,
      '!=': (value, constant) => value !== constant,
    }
    fc.assert(
      fc.property(bound, number, (given, value) => {
        assert.equal(satisfies(given, value), meanings[given.operator]?.(value, given.constant))
        assert.equal(satisfies(given, Number.NaN), false)
      }),
    )
  })

  it('never leaves out a stretch in which a number satisfies it', () => {
    fc.assert(
      fc.property(bound, fc.array(number, { minLength: 1 }), (given, values) => {
        const any = values.some((value) => satisfies(given, value))
        if (any) assert.ok(maySatisfy(given, Math.min(...values), Math.max(...values)))
      }),
    )
  })

  it('leaves out a stretch in which nothing can satisfy it', () => {
    const edges: [Bound['operator'], number, number][] = [
      ['>', 1, 5],
      ['>=', 1, 4.9],
      ['<', 5, 9],
      ['<=', 5.1, 9],
      ['==', 5.1, 9],
      ['!=', 5, 5],
    ]
    for (const [given, least, greatest] of edges) {
      assert.equal(maySatisfy({ operator: given, constant: 5 }, least, greatest), false, given)
    }
  })
})
