import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { DataId } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { silentLog } from '#testing/test-database.ts'
import { createTravellingBus } from './travelling-bus.ts'
import { TRAVELLING } from './travelling-events.ts'

const PACKETS = 10_000
const EVENTS = 500

/** Two servers whose messages nothing loses, and a way to send them what no server sends. */
function openPair() {
  const hears: ((message: string) => void)[] = []
  const sent: string[] = []
  let lose = 0
  const forge = (message: string): void => {
    for (const hear of hears) hear(message)
  }
  const open = (server: string) =>
    createTravellingBus({
      server,
      start: (onMessage) => {
        hears.push(onMessage)
        return {
          mostBytes: () => 100_000,
          send: async (messages) => {
            for (const message of messages) {
              sent.push(message)
              if (lose > 0) lose -= 1
              else forge(message)
            }
          },
          close: async () => undefined,
        }
      },
      clock: createFakeClock(),
      metrics: createMetrics(),
      log: silentLog,
    })
  return { here: open('here'), there: open('there'), sent, forge, loseNext: () => (lose = 1) }
}

const anyNumber = fc.oneof(
  fc.maxSafeNat(),
  fc.double(),
  fc.constant(Number.MAX_SAFE_INTEGER),
  fc.integer(),
  fc.string(),
)
const kinds = Object.keys(TRAVELLING)
const anyEvent = fc.oneof(
  fc.json().map((json): unknown => JSON.parse(json)),
  fc.tuple(fc.constantFrom(...kinds, '__proto__', 'toString'), fc.jsonValue()),
  fc.tuple(fc.constantFrom(...kinds), fc.record({ dataId: fc.constantFrom<unknown>('tank-01', 5, null, '../x') })),
  fc.constant(['records', { dataId: 'tank-01', source: 'level', previousReceivedAt: 0, receivedAt: 9e15, count: 1 }]),
  fc.constant([
    'records',
    {
      dataId: 'tank-01',
      source: 'level',
      previousReceivedAt: 0,
      receivedAt: 1,
      count: 1,
      records: [{ at: 1, fields: '{' }],
    },
  ]),
)
const anyPacket = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .record(
      {
        from: fc.constantFrom<unknown>('here', 'there', 'unknown', '', 7),
        number: anyNumber,
        events: fc.oneof(fc.array(anyEvent, { maxLength: 4 }), fc.constant([null]), fc.jsonValue()),
        stops: fc.constantFrom<unknown>(true, false, 1),
      },
      { requiredKeys: ['from', 'number', 'events'] },
    )
    .map((packet) => JSON.stringify(packet)),
)

it(`After ${PACKETS.toLocaleString('en')} packets that no server sends each event has arrived or was reported as missed`, async () => {
  const { here, there, sent, forge, loseNext } = openPair()
  after(() => Promise.all([here.close(), there.close()]))
  // Events that a forged stop holds back are reported as missed when the servers reconnect.
  const unknown = new Set<string>()
  const heard = new Set<string>()
  let missed = 0
  there.subscribe('occurrences-changed', ({ name }) => {
    unknown.delete(name)
    heard.add(name)
  })
  there.subscribe('messages-missed', () => {
    unknown.clear()
    missed += 1
  })
  const publish = async (name: string): Promise<void> => {
    unknown.add(name)
    here.publish('occurrences-changed', { dataId: DataId.parse('tank-01'), name })
    // Packets leave after what is going on.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  const forged = fc.sample(fc.tuple(anyPacket, fc.nat(), fc.nat()), PACKETS)

  for (const [place, [packet, which, cut]] of forged.entries()) {
    const original = sent[which % Math.max(1, sent.length)] ?? ''
    // Every third is what a server did send, cut or sent again.
    forge(place % 3 === 0 ? original.slice(0, cut % (original.length + 1)) + original.slice(cut % 7) : packet)
    if (place % (PACKETS / EVENTS) === 0) await publish(`event ${place}`)
  }
  while (!heard.has('again')) await publish('again')
  const unknownAfterwards = [...unknown]
  const missedBefore = missed
  await publish('whole')
  const missedWhileWhole = missed - missedBefore
  loseNext()
  await publish('lost')
  await publish('after the gap')

  assert.deepEqual(unknownAfterwards, [])
  assert.deepEqual([heard.has('whole'), missedWhileWhole], [true, 0])
  assert.deepEqual([heard.has('lost'), heard.has('after the gap'), unknown.has('lost')], [false, true, false])
})
