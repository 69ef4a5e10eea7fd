import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AlertId, DataId, SourceName } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { groupEvents, type Packet, readPacket, type Sent, writePacket } from './packet.ts'

const dataId = DataId.parse('tank-01')

const recordsOf = (length: number): Sent => [
  'records',
  {
    dataId,
    source: SourceName.parse('level'),
    previousReceivedAt: 1,
    receivedAt: 2,
    count: 1,
    records: [{ at: 1, fields: 'ä'.repeat(length) }],
  },
]

function roundTrip(events: readonly Sent[], mostBytes: number): (Packet | undefined)[] {
  return groupEvents(events, mostBytes).map((group, index) => {
    if (group === undefined) return undefined
    const message = writePacket('server-1', index, group)
    assert.ok(Buffer.byteLength(message) <= mostBytes, `${Buffer.byteLength(message)} bytes`)
    return readPacket(message)
  })
}

describe('packets between servers', () => {
  it('hold all events in their order, however they are grouped', () => {
    const events = fc.array(
      fc.string({ unit: 'binary' }).map((name): Sent => ['occurrences-changed', { dataId, name }]),
    )
    fc.assert(
      fc.property(events, fc.integer({ min: 600, max: 2_000 }), (sent, mostBytes) => {
        const packets = roundTrip(sent, mostBytes)

        assert.deepEqual(
          packets.flatMap((packet) => packet?.events ?? []),
          sent,
        )
      }),
    )
  })

  it('carry many events together', () => {
    const events = Array.from({ length: 100 }, (): Sent => ['unit-changed', { dataId }])

    assert.equal(groupEvents(events, 7_900).length, 1)
  })

  it('announce records that are too long without their content', () => {
    const [packet] = roundTrip([recordsOf(8_000)], 7_900)

    const [kind, event] = (packet?.events[0] ?? []) as unknown[]
    assert.equal(kind, 'records')
    assert.deepEqual(event, { dataId, source: 'level', previousReceivedAt: 1, receivedAt: 2, count: 1 })
  })

  it('leave a gap for what is too long otherwise', () => {
    const long: Sent = ['occurrences-changed', { dataId, name: 'x'.repeat(8_000) }]
    const short: Sent = ['alert-changed', { alertId: AlertId.parse('1') }]

    const packets = roundTrip([short, long, short], 7_900)

    assert.deepEqual(
      packets.map((packet) => packet?.events.length),
      [1, undefined, 1],
    )
  })

  it('are nothing else', () => {
    const numbers = ['-1', '1.5', '1e999', '9007199254740993', '"1"', 'null']
    const wrongNumbers = numbers.map((number) => `{"from":"a","number":${number},"events":[]}`)
    const wrong = ['', 'null', '{}', '[]', '{"from":1}', '{"from":"a","number":1,"events":{}}', '['.repeat(100_000)]
    for (const message of [...wrong, ...wrongNumbers]) assert.equal(readPacket(message), undefined)
  })
})
