import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GROUPS, readOptions } from './options.ts'

describe('the options of the benchmark', () => {
  it('measure everything but the year by default', () => {
    assert.deepEqual(readOptions([]), { quick: false, year: false, only: new Set(GROUPS) })
  })

  it('choose what to measure', () => {
    const options = readOptions(['--quick', '--year', '--only', 'reads, live'])
    assert.deepEqual(options, { quick: true, year: true, only: new Set(['reads', 'live']) })
  })

  it('name what they do not know', () => {
    assert.throws(
      () => readOptions(['--only', 'reads,writes']),
      /"writes": use ingest, disk, bytes, reads, messages, live, requests, events, fills, alerts/,
    )
    assert.throws(() => readOptions(['--fast']), /--fast/)
  })
})
