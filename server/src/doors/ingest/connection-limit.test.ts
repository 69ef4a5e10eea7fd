import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnectionLimit } from './connection-limit.ts'

/** A connection that waits until the test ends that, and what became of it. */
function connection(state: { waits?: boolean } = {}) {
  const ended: string[] = []
  const { waits = true } = state
  const one = { waits, ended, isWaiting: () => one.waits, end: () => ended.push('ended') }
  return one
}

describe('connections of one address', () => {
  it('are bounded, and counted down when they end', () => {
    const limit = createConnectionLimit({ connectionsPerAddress: 2, waitingPerAddress: 10 })
    const first = limit.enter('10.0.0.1', connection())
    limit.enter('10.0.0.1', connection())

    assert.equal(limit.enter('10.0.0.1', connection()), undefined)
    assert.notEqual(limit.enter('10.0.0.2', connection()), undefined)
    first?.()
    assert.notEqual(limit.enter('10.0.0.1', connection()), undefined)
  })

  it('count by the first 64 bits of IPv6, of which one household has all', () => {
    const limit = createConnectionLimit({ connectionsPerAddress: 1, waitingPerAddress: 10 })
    limit.enter('2001:db8:1:2::1', connection())

    assert.equal(limit.enter('2001:db8:1:2:ffff::7', connection()), undefined)
    assert.notEqual(limit.enter('2001:db8:1:3::1', connection()), undefined)
  })

  it('that do not say who they are end when others come, the oldest first', () => {
    const limit = createConnectionLimit({ connectionsPerAddress: 10, waitingPerAddress: 2 })
    const [signedIn, first, second, third] = [connection(), connection(), connection(), connection()]
    limit.enter('10.0.0.1', signedIn)
    signedIn.waits = false

    for (const one of [first, second, third]) limit.enter('10.0.0.1', one)

    assert.deepEqual(
      [signedIn, first, second, third].map(({ ended }) => ended.length),
      [0, 1, 0, 0],
    )
  })

  it('make room for others when they end', () => {
    const limit = createConnectionLimit({ connectionsPerAddress: 10, waitingPerAddress: 1 })
    const [first, second] = [connection(), connection()]
    limit.enter('10.0.0.1', first)?.()

    limit.enter('10.0.0.1', second)

    assert.deepEqual([first.ended, second.ended], [[], []])
  })
})
