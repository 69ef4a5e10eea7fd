import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLocalMoments } from './local-moments.ts'

const momentsOf = createLocalMoments('Europe/Berlin')

function momentsAt(wall: string): string[] {
  return momentsOf(Date.parse(`${wall}Z`)).map((at) => new Date(at).toISOString())
}

describe('the moments at which clocks show a time', () => {
  it('are one, or two in the hour that is repeated, the earlier one first', () => {
    assert.deepEqual(momentsAt('2026-10-25T01:59:00'), ['2026-10-24T23:59:00.000Z'])
    assert.deepEqual(momentsAt('2026-10-25T02:30:00'), ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
    assert.deepEqual(momentsAt('2026-10-25T03:00:00'), ['2026-10-25T02:00:00.000Z'])
  })

  it('are none in the hour that is skipped', () => {
    assert.deepEqual(momentsAt('2026-03-29T02:30:00'), [])
  })

  it('are one in a zone with a fixed offset', () => {
    const [at = NaN, ...others] = createLocalMoments('+01:00')(Date.parse('2026-10-25T02:30:00Z'))
    assert.deepEqual([new Date(at).toISOString(), others], ['2026-10-25T01:30:00.000Z', []])
  })
})
