import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparisonOf, parseComparison, satisfies } from '../calculations/conditions.ts'
import { clearBoundOf, fieldOfPlace, placeOfField } from './place-conditions.ts'

describe('a condition on places', () => {
  it('is written as text, and reads back as the same condition', () => {
    for (const text of [
      'location in place 12',
      'location outside place 12',
      'location in group Depots',
      'location left parked (ignition) place 12',
      'location left parked (movement) group Depots (north)',
      'gpgga_Internal outside group North & south, > 3 places',
    ]) {
      const { condition, problem } = parseComparison(text)
      assert.equal(problem, undefined)
      assert.ok(condition !== undefined)
      assert.equal(comparisonOf(condition), text)
    }
  })

  it('is refused without a source, a place or a side', () => {
    for (const text of [
      'location in place 0',
      'location in place x',
      'location in group ',
      'a b in place 1',
      'in place 1',
      '1x in place 1',
      'location left parked place 1',
      'location left parked (a:b) place 1',
    ])
      assert.notEqual(parseComparison(text).problem, undefined, text)
  })

  it('begins inside of the border, and continues until it is clearly outside', () => {
    const { condition } = parseComparison('location in place 1')
    assert.ok(condition !== undefined)
    const clear = clearBoundOf(condition.field, condition)
    const held = (value: number) => [satisfies(condition, value), satisfies(clear, value)]
    assert.deepEqual([-3, -1, 0, 5, 5.1].map(held), [
      [true, true],
      [true, true],
      [false, true],
      [false, true],
      [false, false],
    ])
  })

  it('is outside from where it is not inside any more, until it is clearly inside', () => {
    const { condition } = parseComparison('location outside place 1')
    assert.ok(condition !== undefined)
    const clear = clearBoundOf(condition.field, condition)
    const held = (value: number) => [satisfies(condition, value), satisfies(clear, value)]
    assert.deepEqual([5.1, 5, 0, -1, -3].map(held), [
      [true, true],
      [false, true],
      [false, true],
      [false, false],
      [false, false],
    ])
  })

  it('is about a reading that no unit can send', () => {
    assert.deepEqual(placeOfField(fieldOfPlace({ kind: 'group', name: 'A:b' })), { kind: 'group', name: 'A:b' })
    assert.equal(placeOfField('place'), undefined)
    assert.equal(clearBoundOf('level', { operator: '>', constant: 3 }).constant, 3)
  })
})
