import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { AT_ONCE, progressOf } from './batch-progress.ts'
import type { BatchMember } from './batch-store.ts'

const NOW = 1_000_000

function member(place: number, given: Partial<BatchMember> = {}): BatchMember {
  return {
    place,
    dataId: `unit-${place}` as DataId,
    friendlyName: '',
    actionId: given.state === undefined ? null : place,
    leftOut: false,
    state: null,
    status: null,
    notSentReason: null,
    createdAt: given.state === undefined ? null : NOW,
    handedOverAt: null,
    endedAt: null,
    connected: true,
    ...given,
  }
}

const ok = { state: 'answered', status: 'OK' } as const
const failed = { state: 'answered', status: 'BUSY' } as const

const next = (members: readonly BatchMember[], stopAfter = 1) => {
  const { state, next: turn } = progressOf(members, { stopAfter, now: NOW })
  return [state, turn.map(({ place }) => place)]
}

describe('the progress of a batch', () => {
  it('begins with one unit, and waits for it', () => {
    assert.deepEqual(next([member(0), member(1)]), ['first', [0]])
    assert.deepEqual(next([member(0, { state: 'handed-over' }), member(1)]), ['first', []])
  })

  it('tries the next one alone when the first failed and another may', () => {
    assert.deepEqual(next([member(0, failed), member(1), member(2)], 2), ['first', [1]])
  })

  it('goes to so many of the others at once, not counting those that are away', () => {
    const queued = Array.from({ length: 20 }, (_, place) => member(place + 5))
    const first = member(0, ok)

    assert.deepEqual(
      next([first, ...queued])[1],
      queued.slice(0, AT_ONCE).map(({ place }) => place),
    )
    const away = [
      member(1, { state: 'waiting', connected: false }),
      member(2, { state: 'waiting', createdAt: NOW - 11_000 }),
    ]
    const busy = [member(3, { state: 'handed-over' }), member(4, { state: 'waiting' })]
    assert.equal((next([first, ...away, ...busy, ...queued])[1] as number[]).length, AT_ONCE - 2)
  })

  it('is looked at again when one that is under way counts as away and others wait, and otherwise in a minute', () => {
    const dueIn = (members: readonly BatchMember[]) => progressOf(members, { stopAfter: 1, now: NOW }).dueAt - NOW
    const first = member(0, ok)
    const queued = Array.from({ length: AT_ONCE + 1 }, (_, place) => member(place + 5))
    const waiting = member(1, { state: 'waiting', createdAt: NOW - 4_000 })

    assert.equal(dueIn([first, waiting, ...queued]), 6_001)
    assert.equal(dueIn([first, ...queued]), 10_001)
    assert.equal(dueIn([first, waiting]), 60_000)
    assert.equal(dueIn([member(0, { state: 'waiting' }), ...queued]), 60_000)
  })

  it('stops at as many failures as may be', () => {
    assert.deepEqual(next([member(0, ok), member(1, failed), member(2)]), ['stopped', []])
    assert.deepEqual(next([member(0, ok), member(1, { state: 'expired' }), member(2)]), ['stopped', []])
  })

  it('is finished when all have ended, whatever they said last', () => {
    assert.deepEqual(next([member(0, ok), member(1, failed)]), ['finished', []])
    assert.deepEqual(next([member(0, ok), member(1, { leftOut: true })]), ['finished', []])
  })
})
