import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeSources, decodeUnitMessage } from './decode-message.ts'
import { type FieldTypeMap, widenTypes } from './field-types.ts'
import { scanRecords } from './scan-records.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

const anyNumber = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 8 }))
    .map(([digits, decimals]) => digits / 10 ** decimals),
)
/** As JSON writes it, and as other programs do. */
const anyNumberText = fc.oneof(
  anyNumber.map((value) => JSON.stringify(value)),
  fc.tuple(anyNumber, fc.integer({ min: 0, max: 12 })).map(([value, decimals]) => value.toFixed(decimals)),
  fc.constantFrom(
    '-0',
    '-0.0',
    '0.0000001',
    '1e3',
    '9007199254740993',
    '123456789012345678901234567890',
    '0.30000000000000004',
  ),
)
const anyText = fc.oneof(
  fc.constantFrom('"OK"', '""', '"a b"', '"\\u00e9"', '"é"'),
  fc.constantFrom('true', 'false', 'null'),
)
const anyName = fc.constantFrom('level', 'state', 'a', 'temperature', '__proto__', 'B')
const anyTime = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1_700_000_000, max: 1_700_000_030 }).map(String) },
  fc.constantFrom('"2026-01-01T00:00:00Z"', '1700000000.250', '"1700000000"'),
)
const anyRecord = fc
  .tuple(
    fc.option(anyTime),
    fc.uniqueArray(fc.tuple(anyName, fc.oneof({ weight: 5, arbitrary: anyNumberText }, anyText)), {
      maxLength: 5,
      selector: ([name]) => name,
    }),
    fc.constantFrom('', ' '),
    fc.nat(5),
  )
  .map(([time, fields, space, place]) => {
    const pairs = fields.map(([name, value]) => `"${name}":${space}${value}`)
    if (time !== null) pairs.splice(place, 0, `"messageUTC":${space}${time}`)
    return `{${pairs.join(`,${space}`)}}`
  })
const anyMessage = fc
  .dictionary(fc.constantFrom('probe', 'pump', 'sensor_1'), fc.array(anyRecord, { minLength: 1, maxLength: 5 }), {
    minKeys: 1,
  })
  .map(
    (sources) =>
      `{${Object.entries(sources)
        .map(([name, records]) => `"${name}":[${records.join(',')}]`)
        .join(',')}}`,
  )

const decodeInGeneral = (text: string) =>
  decodeSources(Object.entries(JSON.parse(text) as Record<string, unknown[]>), NOW)

describe('a scanned message', () => {
  it('has the records of the general decoder, in the same order and as the same JSON, and types that fit them', () => {
    fc.assert(
      fc.property(anyMessage, (text) => {
        const scanned = scanRecords(Buffer.from(text), undefined, NOW)
        fc.pre(scanned !== undefined)
        const { records, refused } = decodeInGeneral(text)
        assert.deepEqual(refused, [])
        assert.deepEqual(
          scanned.map(({ source, at, json }) => [source, at, json]),
          records.map(({ source, at, json }) => [source, at, json]),
        )
        for (const ofSource of Map.groupBy(scanned, ({ source }) => source).values()) {
          const none: FieldTypeMap = new Map()
          const types = ofSource.reduce((known, { fields }) => widenTypes(known, fields) ?? known, none)
          for (const record of ofSource) assert.deepEqual(record.types, types)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('writes numbers as JSON does, in the order of chunks', () => {
    const text = '{"messageUTC":1700000000,"level":21.50,"b":-0,"a":1.0,"small":0.0000001,"long":0.30000000000000004}'
    const [record] = scanRecords(Buffer.from(text), 'probe', NOW) ?? []

    assert.equal(record?.json, '{"a":1,"b":0,"long":0.30000000000000004,"level":21.5,"small":1e-7}')
  })

  it('is left to the general decoder when it is not plain', () => {
    const texts = [
      '',
      '[]',
      '{}',
      '7',
      '{"probe":[]}',
      '{"probe":{"a":1},"probe":{"a":2}}',
      '{"probe":{"a":1,"a":2}}',
      '{"probe":{"a":{"b":1}}}',
      '{"probe":{"a":[1]}}',
      '{"probe":{"not a name":1}}',
      '{"not a name":{"a":1}}',
      '{"probe":{"recieveUTC":1}}',
      '{"probe":{"messageUTC":"yesterday","a":1}}',
      '{"probe":{"messageUTC":null,"a":1}}',
      '{"probe":{"a":1}} 1',
      '{"probe":{"a":01}}',
      '{"probe":{"a":1,}}',
      '{"probe":{"a":nul}}',
      '{"action_result":{"action_id":1,"payload":"x"}}',
    ]

    for (const text of texts) assert.equal(scanRecords(Buffer.from(text), undefined, NOW), undefined, text)
  })

  it('is what a message of a unit decodes to', () => {
    const text = '{"probe":[{"messageUTC":1700000000,"level":2.5},{"level":3}],"pump":{"on":true}}'
    const { records } = decodeUnitMessage(Buffer.from(text), NOW)

    assert.deepEqual(
      records.map(({ source, at, json }) => [source, at, json]),
      [
        ['probe', 1_700_000_000_000, '{"level":2.5}'],
        ['probe', undefined, '{"level":3}'],
        ['pump', undefined, '{"on":true}'],
      ],
    )
  })
})
