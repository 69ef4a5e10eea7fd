import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reasonText } from './reason-text.ts'

describe('the reason of a failure', () => {
  it('ends without a period, so that the sentence around it has one', () => {
    assert.equal(reasonText(new Error('No such file.')), 'No such file')
    assert.equal(reasonText(new Error('connect ECONNREFUSED 127.0.0.1:4222')), 'connect ECONNREFUSED 127.0.0.1:4222')
    assert.equal(reasonText(new AggregateError([new Error('Refused.')])), 'Error: Refused')
    assert.equal(reasonText('text'), 'text')
  })
})
