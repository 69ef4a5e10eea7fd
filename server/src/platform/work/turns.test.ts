import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTurns } from './turns.ts'

describe('turns', () => {
  it('go round the owners, and keep the order of each', async () => {
    const turns = createTurns<string>({ atOnce: 1 })
    const order: string[] = []
    const take = (owner: string, name: string) =>
      turns.run(owner, async () => {
        order.push(name)
        return name
      })

    const names = await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => take('a', name)),
      take('b', 'b1'),
      ...['c1', 'c2'].map((name) => take('c', name)),
    ])

    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4'])
    assert.deepEqual(names, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'])
  })

  it('run as many at once as are allowed, count what waits, and survive a failure', async () => {
    const turns = createTurns<string>({ atOnce: 2 })
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>())
    let running = 0
    const all = gates.map(({ promise }) =>
      turns.run('a', async () => {
        running += 1
        await promise
      }),
    )
    const settled = Promise.allSettled(all)

    assert.deepEqual([running, turns.waiting('a'), turns.waiting('b')], [2, 1, 0])
    gates[0]?.reject(new Error('failed'))
    await assert.rejects(all[0] ?? Promise.resolve(), /failed/)
    assert.deepEqual([running, turns.waiting('a')], [3, 0])
    gates[1]?.resolve()
    gates[2]?.resolve()
    await turns.idle()
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    )
  })
})
