import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWebOptions, WEB_PARTS } from './web-options.ts'

describe('the options of the benchmark of the web app', () => {
  it('measure everything by default', () => {
    assert.deepEqual(readWebOptions([]), { quick: false, only: new Set(WEB_PARTS) })
  })

  it('choose what to measure', () => {
    const options = readWebOptions(['--quick', '--only', 'live, day'])
    assert.deepEqual(options, { quick: true, only: new Set(['live', 'day']) })
  })

  it('name what they do not know', () => {
    assert.throws(() => readWebOptions(['--only', 'day,year']), /"year": use day, month, live, memory/)
  })
})
