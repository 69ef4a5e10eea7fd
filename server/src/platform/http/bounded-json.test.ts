import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { requireBoundedJson } from './bounded-json.ts'

const judge = (text: string, bounds: { values?: number; depth?: number } = {}): void =>
  requireBoundedJson(Buffer.from(text), { values: 100, depth: 10, ...bounds })

/** Values and keys, as a person would count them. */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [, part]) => sum + count(part) + (Array.isArray(value) ? 0 : 1), 1)
}

describe('the bounds of JSON', () => {
  it('let pass what is within them', () => {
    assert.doesNotThrow(() => judge('[1,2,{"a":"[[[[[[[[[[[[,,,,"}]'))
    assert.doesNotThrow(() => judge(JSON.stringify({ text: '\\"[[[[[[[[[[[[[[[[\\\\' })))
  })

  it('stop more values with a sentence that says the bound', () => {
    assert.throws(() => judge(`[${'{},'.repeat(100)}0]`), {
      code: 'request/too-large',
      message: 'The body has more than 100 values.',
    })
  })

  it('stop more levels with a sentence that says the bound', () => {
    assert.throws(() => judge('['.repeat(11)), {
      code: 'request/too-large',
      message: 'The body has more than 10 levels of lists and objects.',
    })
  })

  it('never stop JSON that has no more values than they allow, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // An empty list or object counts as two at most.
        judge(JSON.stringify(value), { values: 2 * count(value) + 1, depth: 100 })
      }),
    )
  })

  it('stop any JSON that has twice as many values', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 4 }), (value) => {
        assert.throws(() => judge(JSON.stringify(value), { values: Math.floor(value.length / 2), depth: 100 }))
      }),
    )
  })
})
