import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { createReadGate } from './read-gate.ts'

const ANNA = 'anna' as UserId
const BEN = 'ben' as UserId
const never = new AbortController().signal

describe('the gate for reads', () => {
  it('lets a few reads of a person through, keeps some waiting, and refuses the rest in a sentence', async () => {
    const gate = createReadGate({ atOnce: 2, waiting: 1 })
    const leave = await gate.enter({ person: ANNA, signal: never })
    await gate.enter({ person: ANNA, signal: never })
    const third = gate.enter({ person: ANNA, signal: never })

    await assert.rejects(gate.enter({ person: ANNA, signal: never }), {
      code: 'data/too-many-reads',
      details: { retryAfterSeconds: 2 },
    })
    leave()
    await third
  })

  it('lets others through in the meantime', async () => {
    const gate = createReadGate({ atOnce: 1, waiting: 0 })
    await gate.enter({ person: ANNA, signal: never })

    await gate.enter({ person: BEN, signal: never })
    await assert.rejects(gate.enter({ person: BEN, signal: never }), { code: 'data/too-many-reads' })
  })

  it('gives people turns where all of them together are too many', async () => {
    const gate = createReadGate({ atOnce: 2, waiting: 5, overall: 1 })
    const order: string[] = []
    const ask = (name: string, person: UserId) =>
      gate.run({ person, signal: never }, async () => {
        order.push(name)
        await Promise.resolve()
      })

    await Promise.all([ask('a1', ANNA), ask('a2', ANNA), ask('a3', ANNA), ask('b1', BEN), ask('b2', BEN)])

    assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('gives back the place of a caller that left while waiting, and a place only once', async () => {
    const gate = createReadGate({ atOnce: 1, waiting: 1 })
    const leave = await gate.enter({ person: ANNA, signal: never })
    const left = new AbortController()
    const waiting = gate.enter({ person: ANNA, signal: left.signal })
    left.abort(new Error('gone'))
    await assert.rejects(waiting, { message: 'gone' })

    const next = gate.enter({ person: ANNA, signal: never })
    leave()
    leave()
    await next
    const another = gate.enter({ person: ANNA, signal: never })
    await assert.rejects(gate.enter({ person: ANNA, signal: never }), { code: 'data/too-many-reads' })
    ;(await next)()
    await another
  })

  it('admits no caller that has left already', async () => {
    const gate = createReadGate({ atOnce: 1, waiting: 1 })

    await assert.rejects(gate.enter({ person: ANNA, signal: AbortSignal.abort(new Error('gone')) }), {
      message: 'gone',
    })
  })
})
