import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entityTagOf, isKnown } from './entity-tag.ts'

describe('an entity tag', () => {
  it('is the same for the same bytes, and another one for others', () => {
    const tag = entityTagOf([Buffer.from('one')])

    assert.match(tag, /^"[\w-]{27}"$/)
    assert.equal(entityTagOf([Buffer.from('o'), Buffer.from('ne')]), tag)
    assert.notEqual(entityTagOf([Buffer.from('two')]), tag)
  })

  for (const [ifNoneMatch, known] of [
    ['"a"', true],
    ['"b"', false],
    ['"b", "a"', true],
    ['W/"a"', true],
    ['*', true],
    ['a', false],
    ['', false],
    [undefined, false],
  ] as const) {
    it(`"a" is ${known ? '' : 'not '}known to who says ${ifNoneMatch ?? 'nothing'}`, () => {
      assert.equal(isKnown(ifNoneMatch, '"a"'), known)
    })
  }
})
