import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FieldType } from '@fieldwatch/contract/telemetry/data'
import fc from 'fast-check'
import { hasNumbers, MAX_LISTED_FIELDS, mergeTypes, typeOfValue, widen, widenTypes } from './field-types.ts'

const types = fc.constantFrom(...FieldType.options, 'mixed' as const)
const maps = fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__'), types)).map((pairs) => new Map(pairs))
const values = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.string(), fc.constant(null))

describe('types of fields', () => {
  it('follow from values', () => {
    assert.equal(typeOfValue(true), 'bool')
    assert.equal(typeOfValue(-3), 'int')
    assert.equal(typeOfValue(1.5), 'float')
    assert.equal(typeOfValue(1e20), 'float')
    assert.equal(typeOfValue('3'), 'string')
    assert.equal(typeOfValue(null), undefined)
  })

  it('widen from int to float, from numbers and anything else to mixed, and else to string', () => {
    assert.equal(widen('int', 'float'), 'float')
    assert.equal(widen('float', 'int'), 'float')
    assert.equal(widen('bool', 'int'), 'mixed')
    assert.equal(widen('float', 'bool'), 'mixed')
    assert.equal(widen('string', 'int'), 'mixed')
    assert.equal(widen('mixed', 'string'), 'mixed')
    assert.equal(widen('bool', 'string'), 'string')
  })

  it('never forget that a field had numbers', () => {
    fc.assert(
      fc.property(fc.array(types, { minLength: 1 }), (seen) => {
        const all = seen.reduce((known, next) => widen(known, next))
        assert.equal(hasNumbers(all), seen.some(hasNumbers))
      }),
    )
  })

  it('widen to the same whatever the order', () => {
    fc.assert(
      fc.property(fc.array(types, { minLength: 1 }), (seen) => {
        const over = (order: typeof seen) => order.reduce((known, next) => widen(known, next))
        assert.equal(over(seen), over(seen.toReversed()))
      }),
    )
  })

  it('of a record that fits in change nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b'), values), (fields) => {
        const learned = widenTypes(new Map(), fields) ?? new Map()
        assert.equal(widenTypes(learned, fields), undefined)
      }),
    )
  })

  it('are listed for a bounded number of fields', () => {
    const known = new Map(Array.from({ length: MAX_LISTED_FIELDS }, (_, index) => [`f${index}`, 'int' as const]))

    assert.equal(widenTypes(known, { one_more: 1 }), undefined)
    assert.equal(widenTypes(known, { f0: 1.5, one_more: 1 })?.size, MAX_LISTED_FIELDS)
  })

  it('merge to what holds both, in either order', () => {
    fc.assert(
      fc.property(maps, maps, (one, other) => {
        const merged = mergeTypes(one, other)
        assert.deepEqual(Object.fromEntries(merged), Object.fromEntries(mergeTypes(other, one)))
        for (const [name, type] of one) assert.equal(widen(merged.get(name), type), merged.get(name))
      }),
    )
  })
})
