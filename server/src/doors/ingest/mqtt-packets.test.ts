import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from 'aedes'
import fc from 'fast-check'
import { generate, type Packet, parser as createParser } from 'mqtt-packet'
import { boundPackets, discardedBytes, topicOf } from './mqtt-packets.ts'

const LIMITS = { publishBytes: 100, packetBytes: 100, topicLevels: 4 }

interface Found {
  topic: string
  qos: number
  messageId: number | undefined
  payload: string
  bytes: number | undefined
}

/** Reads pieces as a client that has signed in, by default. */
function read(pieces: readonly Uint8Array[], { connected = true } = {}) {
  const parser = createParser()
  const found: Found[] = []
  const failures: Error[] = []
  let mostHeld = 0
  parser.on('packet', (packet: Packet) => {
    if (packet.cmd !== 'publish') return
    const { qos, messageId, payload } = packet
    found.push({ topic: topicOf(packet), qos, messageId, payload: String(payload), bytes: discardedBytes(packet) })
  })
  parser.on('error', (error: Error) => failures.push(error))
  const client = { _parser: parser, connected, connecting: false } as unknown as Client
  let tooLarge = 0
  boundPackets(client, LIMITS, { onTooLarge: () => (tooLarge += 1), onConfirmed: () => undefined })
  for (const piece of pieces) {
    if (failures.length > 0) break
    mostHeld = Math.max(mostHeld, parser.parse(Buffer.from(piece)))
  }
  return { found, failures, tooLarge, mostHeld }
}

function publish(payload: string, { qos = 1, topic = 'a/b', messageId = 7 } = {}): Buffer {
  return generate({
    cmd: 'publish',
    topic,
    payload,
    qos: qos as 0 | 1 | 2,
    ...(qos === 0 ? {} : { messageId }),
    dup: false,
    retain: false,
  })
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((one, other) => one - other)
  return [0, ...ends].map((from, index) => bytes.subarray(from, ends[index] ?? bytes.length))
}

describe('packets', () => {
  it('are read as they were sent, cut anywhere, and of those that are too long there is the beginning', () => {
    const message = fc.record({
      payload: fc.oneof(fc.string({ maxLength: 40 }), fc.string({ minLength: 100, maxLength: 9000 })),
      qos: fc.constantFrom(0, 1, 2),
      topic: fc.constantFrom('a', 'units/tank/data/level', 'a/b/c/d/e/f/g'),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat()), (messages, places) => {
        const sent = Buffer.concat(messages.map(({ payload, ...rest }) => publish(payload, rest)))

        const { found, failures } = read(sent.length === 0 ? [] : cut(sent, places))

        assert.deepEqual(failures, [])
        assert.deepEqual(
          found.map(({ topic, qos, messageId }) => ({ topic, qos, messageId })),
          messages.map(({ topic, qos }) => ({ topic, qos, messageId: qos === 0 ? undefined : 7 })),
        )
        for (const [index, { payload, bytes }] of found.entries()) {
          const whole = Buffer.from(messages[index]?.payload ?? '')
          if (bytes === undefined) assert.equal(payload, whole.toString())
          else assert.deepEqual([bytes, payload], [whole.length, whole.subarray(0, 4096).toString()])
        }
      }),
    )
  })

  it('that are too long are held no longer than they are read', () => {
    const piece = Buffer.alloc(16 * 1024, 'x')
    const head = publish('x'.repeat(64 * piece.length)).subarray(0, 11)

    const { found, mostHeld } = read([head, ...Array.from({ length: 64 }, () => piece)])

    assert.equal(mostHeld, 0)
    assert.deepEqual(
      found.map(({ bytes }) => bytes),
      [64 * piece.length],
    )
  })

  it('of any other kind end the connection when they are too long, and so does a first one that is no CONNECT', () => {
    const subscribe = generate({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 'x'.repeat(200), qos: 0 }],
    })

    assert.deepEqual(read([subscribe]).tooLarge, 1)
    assert.deepEqual(read([publish('x'.repeat(200))], { connected: false }).tooLarge, 1)
  })

  it('end the connection when they are shorter than their topic', () => {
    const bytes = publish('x'.repeat(200))
    bytes.writeUInt16BE(60_000, 3)

    assert.equal(read([bytes]).failures.length, 1)
  })
})
