import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeAttributes, decodeTelemetry } from './decode-payload.ts'

const NOW = Date.UTC(2026, 5, 1)
const AT = 1_634_712_287_000

function decode(payload: unknown) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const { records, refused } = decodeTelemetry({ payload: Buffer.from(text), bytes: text.length }, NOW)
  return { records: records.map(({ at, fields }) => ({ at, ...fields })), refused: refused.map(({ code }) => code) }
}

const without = undefined

/** Payloads of the ThingsBoard documentation, of its gateway, and of devices that come with its preset. */
const TABLE: readonly (readonly [title: string, payload: unknown, records: readonly Record<string, unknown>[]])[] = [
  ['values of now', { temperature: 21.5, humidity: 55 }, [{ at: without, humidity: 55, temperature: 21.5 }]],
  ['values with their time', { ts: AT, values: { temp: 26 } }, [{ at: AT, temp: 26 }]],
  [
    'several values with their times',
    [
      { ts: AT, values: { a: 1 } },
      { ts: AT + 1000, values: { a: 2 } },
    ],
    [
      { at: AT, a: 1 },
      { at: AT + 1000, a: 2 },
    ],
  ],
  [
    'a list of values of now',
    [{ a: 1 }, { a: 2 }],
    [
      { at: without, a: 1 },
      { at: without, a: 2 },
    ],
  ],
  [
    'values of one time, sent apart',
    [
      { ts: AT, values: { a: 1 } },
      { ts: AT, values: { b: 2 } },
    ],
    [{ at: AT, a: 1, b: 2 }],
  ],
  [
    'all types',
    { text: 'x', on: true, whole: 7, part: 0.5 },
    [{ at: without, on: true, part: 0.5, text: 'x', whole: 7 }],
  ],
  [
    'numbers as texts',
    { a: '21.5', b: '-3', c: '0', d: '1e5', e: '' },
    [{ at: without, a: 21.5, b: -3, c: 0, d: 100_000, e: '' }],
  ],
  [
    'identifiers of digits',
    { iccid: '89882280000012345678', pin: '0042', imei: '352093081234567' },
    [{ at: without, iccid: '89882280000012345678', imei: 352_093_081_234_567, pin: '0042' }],
  ],
  ['nothing for a key', { a: null, b: 1 }, [{ at: without, b: 1 }]],
  ['nothing at all', { a: null }, []],
  ['an object', { gps: { lat: 1.5, fix: '3' } }, [{ at: without, gps_fix: 3, gps_lat: 1.5 }]],
  ['a list as value', { taps: [1, 2] }, [{ at: without, taps: '[1,2]' }]],
  [
    'keys that are no names',
    { '1.temp': 1, 'tank level': 2, 'tank.level': 3 },
    [{ at: without, _1_temp: 1, tank_level: 2, 'tank_level-6f2717b5': 3 }],
  ],
  ['a value that is called ts', { ts: 5, a: 1 }, [{ at: without, a: 1, ts: 5 }]],
]

describe('telemetry of a ThingsBoard device', () => {
  for (const [title, payload, records] of TABLE) {
    it(`holds ${title}`, () => {
      assert.deepEqual(decode(payload), { records, refused: [] })
    })
  }

  it('is refused as a whole when it is neither JSON nor one of the three forms', () => {
    assert.deepEqual(decode('{"a":').refused, ['record/malformed-json'])
    assert.deepEqual(decode('5').refused, ['record/not-an-object'])
    assert.deepEqual(decode([]).refused, ['record/not-an-object'])
    assert.deepEqual(decode([{ a: 1 }, 2]).refused, ['record/not-an-object'])
  })

  it('is refused where its time cannot be read, and the other records are kept', () => {
    const { records, refused } = decode([
      { ts: 'soon', values: { a: 1 } },
      { ts: AT, values: { a: 2 } },
    ])

    assert.deepEqual([records, refused], [[{ at: AT, a: 2 }], ['record/time-invalid']])
  })

  it('is refused when it is too long', () => {
    const { refused } = decodeTelemetry({ payload: Buffer.from('{"a"'), bytes: 70_000 }, NOW)

    assert.deepEqual(
      refused.map(({ code }) => code),
      ['record/too-large'],
    )
  })
})

describe('client attributes', () => {
  it('are an object, and nothing else', () => {
    const read = (text: string) => decodeAttributes({ payload: Buffer.from(text), bytes: text.length }, NOW)

    assert.deepEqual(read('{"fw":"1.2.0","cfg":{"x":1}}').records[0]?.fields, { cfg_x: 1, fw: '1.2.0' })
    assert.equal(read('[{"fw":"1.2"}]').refused[0]?.code, 'record/not-an-object')
  })
})
