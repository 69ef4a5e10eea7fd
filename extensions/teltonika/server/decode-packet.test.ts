import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodePacket, encodeCommandData, type Packet } from './decode-packet.ts'
import { readIoFields } from './io-values.ts'
import { decodeTrackerPacket } from './tracker-records.ts'
import { checksum, createFrameSplitter, type Frame, FrameError, MAX_PACKET_BYTES, wrapPacket } from './split-frames.ts'
import { RECORDED_FRAMES } from './testing/recorded-frames.ts'
import { buildAnswer, buildPacket, bytes, bytes8, EXAMPLES, login } from './testing/frames.ts'

const IMEI = '356307042441013'

function signedIn() {
  const splitter = createFrameSplitter()
  splitter.push(login(IMEI))
  return splitter
}

function packetOf(packet: Buffer): Packet {
  const [frame] = signedIn().push(packet)
  assert.ok(frame?.kind === 'packet' && frame.intact)
  return decodePacket(frame.data)
}

function recordsOf(packet: Buffer) {
  const decoded = packetOf(packet)
  assert.ok(decoded.kind === 'records', JSON.stringify(decoded))
  return decoded.records
}

describe('the worked examples of the maker', () => {
  it('have the checksums that they say', () => {
    for (const [name, example] of Object.entries(EXAMPLES)) {
      assert.equal(example.readUInt32BE(example.length - 4), checksum(example.subarray(8, -4)), name)
    }
  })

  const TABLE: [keyof typeof EXAMPLES, { times: string[]; events: number[]; fields: object[] }][] = [
    [
      'codec8',
      {
        times: ['2019-06-10T10:04:46.000Z'],
        events: [1],
        fields: [{ gsm_signal: 3, din1: true, supply_voltage: 24.079, operator: 24602, ibutton: '0000000000000000' }],
      },
    ],
    [
      'codec8Short',
      {
        times: ['2019-06-10T10:05:36.000Z'],
        events: [1],
        fields: [{ gsm_signal: 3, din1: true, supply_voltage: 24.08 }],
      },
    ],
    [
      'codec8Two',
      {
        times: ['2019-06-10T10:01:01.000Z', '2019-06-10T10:01:19.000Z'],
        events: [1, 1],
        fields: [{ din1: false }, { din1: true }],
      },
    ],
    [
      'codec8Extended',
      {
        times: ['2019-06-10T11:36:32.000Z'],
        events: [1],
        fields: [{ iccid: '8937002180500686954', din1: true, axis_x: 29, odometer: 22_949_000 }],
      },
    ],
    [
      'codec16',
      {
        times: ['2019-07-10T12:06:54.000Z', '2019-07-10T12:06:55.000Z'],
        events: [11, 11],
        fields: [
          { din1: false, din3: false, io11: 39, supply_voltage: 22.074 },
          { din1: false, din3: false, io11: 38, supply_voltage: 22.074 },
        ],
      },
    ],
  ]
  for (const [name, expected] of TABLE) {
    it(`are read: ${name}`, () => {
      const records = recordsOf(EXAMPLES[name])

      assert.deepEqual(
        {
          times: records.map(({ at }) => new Date(at).toISOString()),
          events: records.map(({ event }) => event),
          fields: records.map(({ io }) => readIoFields(io)),
        },
        expected,
      )
    })
  }

  it('of answers to commands are texts', () => {
    const answers = [EXAMPLES.getInfoAnswer, EXAMPLES.getIoAnswer, EXAMPLES.codec14Answer, EXAMPLES.codec14Refusal]

    const texts = answers.map(packetOf)

    assert.deepEqual(
      texts.map((packet) => packet.kind === 'text' && [packet.text.slice(0, 24), packet.refused]),
      [
        ['INI:2019/7/22 7:22 RTC:2', false],
        ['DI1:1 DI2:0 DI3:0 AIN1:0', false],
        ['Ver:03.18.14_04 GPS:AXN_', false],
        ['', true],
      ],
    )
  })

  it('of commands are what is sent', () => {
    assert.deepEqual(wrapPacket(encodeCommandData('getinfo')), EXAMPLES.getInfo)
    assert.deepEqual(wrapPacket(encodeCommandData('getio')), EXAMPLES.getIo)
    assert.equal(
      wrapPacket(encodeCommandData('setdigout 11')).toString('hex'),
      '00000000000000140c01050000000c7365746469676f7574203131010000bed5',
    )
  })
})

const io = (...values: [number, Buffer][]) => ({ io: Object.fromEntries(values) })

describe('fields of IO elements', () => {
  const TABLE: [string, number, Buffer, object][] = [
    ['an input that is on', 1, bytes(1, 1), { din1: true }],
    ['an input that is off', 4, bytes(1, 0), { din4: false }],
    ['an output', 179, bytes(1, 1), { dout1: true }],
    ['an analogue input, in volts', 9, bytes(2, 12_345), { ain1: 12.345 }],
    ['the odometer, in metres', 16, bytes(4, 4_000_000_000), { odometer: 4_000_000_000 }],
    ['an axis that is negative', 18, bytes(2, 0xff9c), { axis_y: -100 }],
    ['the signal', 21, bytes(1, 5), { gsm_signal: 5 }],
    ['the supply, in volts', 66, bytes(2, 13_800), { supply_voltage: 13.8 }],
    ['the battery, in volts', 67, bytes(2, 4_100), { battery_voltage: 4.1 }],
    ['a temperature, in degrees', 72, bytes(4, 215), { temperature1: 21.5 }],
    ['a temperature below zero', 75, bytes(4, 0xffff_ffce), { temperature4: -5 }],
    ['a key', 78, bytes8(0x0123_4567_89ab_cdefn), { ibutton: '0123456789abcdef' }],
    ['the charge', 113, bytes(1, 87), { battery_level: 87 }],
    ['the precision', 182, bytes(2, 9), { hdop: 0.9 }],
    ['the trip', 199, bytes(4, 1_200), { trip: 1_200 }],
    ['the ignition', 239, bytes(1, 1), { ignition: true }],
    ['the movement', 240, bytes(1, 0), { movement: false }],
    ['the operator', 241, bytes(4, 24_602), { operator: 24_602 }],
    ['an unknown id', 90, bytes(2, 7), { io90: 7 }],
    ['an unknown large number', 200, bytes8(0xffff_ffff_ffff_ffffn), { io200: '18446744073709551615' }],
    ['an id of another family, by its length: no charge', 113, bytes(4, 87), { io113: 87 }],
    ['an id of another family, by its length: no voltage', 9, bytes(1, 3), { io9: 3 }],
    ['an id of another family, by its length: no temperature', 72, bytes(2, 215), { io72: 215 }],
    [
      '85.0 degrees, which a sensor has before its first reading',
      72,
      bytes(4, 850),
      { temperature1_error: 'not ready' },
    ],
    ['a sensor that cannot be read', 73, bytes(4, 2000), { temperature2_error: 'read error' }],
    ['a sensor that is not there', 74, bytes(4, 3000), { temperature3_error: 'not connected' }],
    ['another sensor', 75, bytes(4, 4000), { temperature4_error: 'identification failed' }],
    ['a temperature beside those of errors', 72, bytes(4, 849), { temperature1: 84.9 }],
    ['a whole ICCID', 11, bytes8(8_937_002_180_500_686_954n), { iccid: '8937002180500686954' }],
    ['an ICCID that is not known yet', 11, bytes8(0n), { io11: 0 }],
  ]
  for (const [title, id, value, expected] of TABLE) {
    it(`are read: ${title}`, () => {
      for (const codec of [0x08, 0x8e, 0x10] as const) {
        const [record] = recordsOf(buildPacket([io([id, value])], codec))

        assert.deepEqual(record && readIoFields(record.io), expected)
      }
    })
  }

  it('of any length are hexadecimal digits with codec 8 extended', () => {
    const [record] = recordsOf(buildPacket([io([10_000, Buffer.from('beac0n')], [385, Buffer.alloc(0)])], 0x8e))

    assert.deepEqual(record && readIoFields(record.io), { io10000: Buffer.from('beac0n').toString('hex'), io385: '' })
  })
})

describe('frames that trackers sent', () => {
  const KINDS: Readonly<Record<number, Packet['kind']>> = { 7: 'invalid', 12: 'text', 13: 'text' }
  const YEARS = { from: Date.UTC(2012, 0, 1), to: Date.UTC(2026, 0, 1) }
  for (const [index, [codec, count, intact, hex]] of RECORDED_FRAMES.entries()) {
    it(`are read: ${index + 1}, of codec ${codec}`, () => {
      const splitter = createFrameSplitter()
      splitter.push(login('356307042441013'))

      const [frame, ...others] = splitter.push(Buffer.from(hex, 'hex'))
      assert.ok(frame?.kind === 'packet')
      const packet = decodePacket(frame.data)

      assert.deepEqual([frame.intact, others.length, packet.kind], [intact, 0, KINDS[codec] ?? 'records'])
      if (packet.kind === 'text') return
      assert.equal('count' in packet && packet.count, count)
      for (const { at, lat, lon } of packet.kind === 'records' ? packet.records : []) {
        assert.ok(at > YEARS.from && at < YEARS.to && Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
      }
    })
  }
})

describe('packets that cannot be read', () => {
  const data = (hex: string): Buffer => Buffer.from(hex, 'hex')
  const TABLE: [string, Buffer, Packet['kind']][] = [
    ['of an unknown codec', data('070001'), 'miscounted'],
    ['of an unknown codec with equal counts', data('070101'), 'invalid'],
    ['with different counts', Buffer.concat([EXAMPLES.codec8.subarray(8, -5), bytes(1, 2)]), 'miscounted'],
    ['without their records', data('080101'), 'invalid'],
    ['with more than their records', data('08000000'), 'invalid'],
    ['with a text longer than they are', data('0c0106ffffffff01'), 'invalid'],
  ]
  for (const [title, given, kind] of TABLE) {
    it(`are distinguished: ${title}`, () => {
      assert.equal(decodePacket(Buffer.from(given)).kind, kind)
    })
  }

  it('never throw, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(8, 0x8e, 0x10, 12, 13, 14, 1), fc.uint8Array({ maxLength: 200 }), (codec, rest) => {
        const packet = decodePacket(Buffer.from([codec, 1, ...rest, 1]))
        assert.ok(['records', 'text', 'invalid'].includes(packet.kind))
      }),
    )
  })

  it('are noticed at every byte where they end early', () => {
    const whole = EXAMPLES.codec8Extended.subarray(8, -4)
    for (let length = 2; length < whole.length - 1; length += 1) {
      const cut = Buffer.concat([whole.subarray(0, length), Buffer.from([1])])
      assert.equal(decodePacket(cut).kind, 'invalid', `after ${length} bytes`)
    }
  })
})

describe('a text of codec 13', () => {
  const AT = Date.UTC(2026, 2, 1, 12)
  const packet = (seconds: number): Buffer => {
    const content = Buffer.concat([bytes(4, seconds), Buffer.from('alarm')])
    return wrapPacket(
      Buffer.concat([Buffer.from([0x0d, 1, 0x06]), bytes(4, content.length), content, Buffer.from([1])]),
    )
  }
  const recordOf = (seconds: number) => {
    const decoded = packetOf(packet(seconds))
    return decodeTrackerPacket(decoded, packet(seconds), { place: (at) => at + 1, now: AT }).records[0]
  }

  it('has the time that it says, and that of its arrival where the tracker has no clock', () => {
    const [timed, timeless] = [recordOf(AT / 1000), recordOf(7)]

    assert.deepEqual([timed?.at, timed?.fields], [AT + 1, { message: 'alarm' }])
    assert.deepEqual([timeless?.at, timeless?.fields], [undefined, { message: 'alarm' }])
  })
})

describe('frames of a connection', () => {
  it('are the same however the bytes arrive', () => {
    const packets = [
      EXAMPLES.codec8,
      EXAMPLES.codec8Two,
      Buffer.from('ffff', 'hex'),
      EXAMPLES.codec16,
      buildAnswer('ok'),
    ]
    const sent = Buffer.concat([Buffer.from('ffffff', 'hex'), login(IMEI), ...packets])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (sizes) => {
        const splitter = createFrameSplitter()
        const frames: Frame[] = []
        for (let at = 0, step = 0; at < sent.length; step += 1) {
          const size = sizes[step % sizes.length] ?? 1
          frames.push(...splitter.push(sent.subarray(at, at + size)))
          at += size
        }
        const kinds = frames.map((frame) => (frame.kind === 'packet' ? frame.intact : frame.imei))
        assert.deepEqual(kinds, [IMEI, true, true, true, true])
      }),
    )
  })

  it('with any changed byte of data are not intact', () => {
    for (let at = 8; at < EXAMPLES.codec8.length - 4; at += 1) {
      const changed = Buffer.from(EXAMPLES.codec8)
      changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at)
      const [frame] = signedIn().push(changed)
      assert.ok(frame?.kind === 'packet' && !frame.intact, `byte ${at}`)
    }
  })

  it('are refused as soon as they cannot be one', () => {
    const length = Buffer.alloc(8)
    length.writeUInt32BE(MAX_PACKET_BYTES + 1, 4)
    const bad = [Buffer.from('GET / HTTP/1.1'), length, Buffer.alloc(8), Buffer.from([0, 1])]
    for (const bytesOfStranger of bad) assert.throws(() => signedIn().push(bytesOfStranger), FrameError)
    for (const text of ['00', '35630704244101X', '3563070424410130', '']) {
      assert.throws(() => createFrameSplitter().push(login(text)), FrameError)
    }
  })

  it('keep what trackers send through a round trip', () => {
    const record = fc.record({
      at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      lon: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((value) => value / 1e7),
      lat: fc.integer({ min: -900_000_000, max: 900_000_000 }).map((value) => value / 1e7),
      alt: fc.integer({ min: -500, max: 9_000 }),
      heading: fc.integer({ min: 0, max: 359 }),
      satellites: fc.integer({ min: 0, max: 40 }),
      speed: fc.integer({ min: 0, max: 300 }),
    })
    const packet = fc.tuple(fc.array(record, { maxLength: 20 }), fc.constantFrom(0x08, 0x8e, 0x10))
    fc.assert(
      fc.property(packet, ([records, codec]) => {
        const decoded = recordsOf(buildPacket(records, codec))
        const seen = decoded.map(({ at, lon, lat, alt, heading, satellites, speed }) => ({
          at,
          lon,
          lat,
          alt,
          heading,
          satellites,
          speed,
        }))
        assert.deepEqual(
          seen,
          records.map((sent) => ({ ...sent })),
        )
      }),
    )
  })
})
