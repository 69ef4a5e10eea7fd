import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCircle, findDependents } from './find-circle.ts'

const dependencies = new Map([
  ['sum', ['left', 'right']],
  ['left', ['tank']],
  ['right', ['left', 'pump']],
  ['other', ['pump']],
])

describe('a circle', () => {
  it('is named from a source back to itself', () => {
    const closed = new Map([...dependencies, ['left', ['sum']]])

    assert.deepEqual(findCircle('sum', closed), ['sum', 'left', 'sum'])
    assert.deepEqual(findCircle('right', closed), ['right', 'left', 'sum', 'right'])
    assert.deepEqual(findCircle('tank', new Map([['tank', ['tank']]])), ['tank', 'tank'])
  })

  it('is not found where there is none, nor where others go round', () => {
    assert.equal(findCircle('sum', dependencies), undefined)
    assert.equal(findCircle('other', new Map([...dependencies, ['left', ['sum']]])), undefined)
  })
})

describe('dependents', () => {
  it('come in the order in which they can be computed', () => {
    assert.deepEqual(findDependents('left', dependencies), ['right', 'sum'])
    assert.deepEqual(findDependents('pump', dependencies).toSorted(), ['other', 'right', 'sum'])
    assert.deepEqual(findDependents('sum', dependencies), [])
  })
})
