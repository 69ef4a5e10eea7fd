import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entityTagOf, isKnown } from './entity-tag.ts'

describe('an entity tag', () => {
  it('is the same for the same bytes, and another one for others', async () => {
    const tag = await entityTagOf([Buffer.from('one')])

    assert.match(tag, /^"[\w-]{27}"$/)
    assert.equal(await entityTagOf([Buffer.from('o'), Buffer.from('ne')]), tag)
    assert.notEqual(await entityTagOf([Buffer.from('two')]), tag)
  })

  it('of a long body lets others have their turn, whatever its parts are', async () => {
    const long = Buffer.alloc(8 * 1024 * 1024, 'x')
    let turns = 0
    const count = (): void => {
      turns += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)

    const tag = await entityTagOf([long])
    clearImmediate(counting)

    assert.ok(turns >= 7, `${turns} turns`)
    assert.equal(await entityTagOf([long.subarray(0, 3), long.subarray(3)]), tag)
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
