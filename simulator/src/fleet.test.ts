import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Pace, runUnit } from './fleet.ts'
import { periodic, type SimulatedRecord } from './generator.ts'

/** Time that advances whenever everything waits, until `end`. */
function createQuickPace(start: number, end: number, stop: AbortController): Pace {
  let now = start
  return {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds
      if (now >= end) stop.abort()
    },
  }
}

const counter = periodic('counter', 5, (at) => ({ second: at / 1000 }))

async function live(start: number, end: number, send: (record: SimulatedRecord) => Promise<void>) {
  const stop = new AbortController()
  const lost: unknown[] = []
  await runUnit({
    sources: [counter],
    link: { send, sendRaw: async () => undefined, close: async () => undefined },
    pace: createQuickPace(start, end, stop),
    signal: stop.signal,
    onLost: (error) => lost.push(error),
  })
  return lost
}

test('A unit sends each record when it is due, once, and stops on request', async () => {
  const sent: SimulatedRecord[] = []
  await live(11_000, 31_000, async (record) => void sent.push(record))
  assert.deepEqual(
    sent.map(({ at }) => at),
    [15_000, 20_000, 25_000, 30_000],
  )
})

test('A record that cannot be sent is reported, and the next ones are sent', async () => {
  const sent: SimulatedRecord[] = []
  const lost = await live(11_000, 26_000, async (record) => {
    if (record.at === 15_000) throw new Error('no connection')
    sent.push(record)
  })
  assert.deepEqual(
    sent.map(({ at }) => at),
    [20_000, 25_000],
  )
  assert.equal(lost.length, 1)
})
