import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldValue } from '@fieldwatch/contract/data'
import fc from 'fast-check'
import { decodeBody } from './decode-body.ts'
import { decodeSourceMessage, decodeUnitMessage } from './decode-message.ts'
import { decodePlainRecords } from './decode-plain-records.ts'
import { widenTypes } from './field-types.ts'
import type { SourceColumns } from './source-columns.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

const anyTime = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1_700_000_000, max: 1_700_000_030 }) },
  fc.constantFrom<unknown>('2026-01-01T00:00:00Z', 'yesterday', -1, true, 9e12),
)
const anyName = fc.constantFrom('level', 'state', 'a', '__proto__', 'recieveUTC', 'not a name')
const anyValue = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    'OK',
    '',
    'a\0b',
    '\ud800',
    [1],
    { inner: 1, more: { deep: 'x' } },
    2 ** 53,
  ),
  fc.constant('x'.repeat(20_000)),
)
const anyRecord = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(anyTime, fc.dictionary(anyName, anyValue, { noNullPrototype: true })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([[1]], null) },
)
const anyMessage = fc
  .array(anyRecord, { maxLength: 30 })
  .map((records) => records.map((record) => (Array.isArray(record) ? { ...record[1], messageUTC: record[0] } : record)))

describe('a body decoded by column', () => {
  it('has the records, the refusals and the types that it has decoded one by one', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const body = Buffer.from(JSON.stringify(message))
        const one = decodeSourceMessage('probe', body, NOW)
        const decoded = decodeBody(body, 'probe', NOW)

        assert.deepEqual(decoded?.refused, one.refused)
        assert.deepEqual(decoded?.refusedByCode, one.refusedByCode)
        const columns = decoded?.sources[0]
        assert.equal(columns?.count ?? 0, one.records.length)
        const expected = new Map<number, Readonly<Record<string, FieldValue>>>()
        for (const { at, json } of one.records) expected.set(at ?? 0, JSON.parse(json) as Record<string, FieldValue>)
        assert.deepEqual(
          columns === undefined ? [] : recordsOf(columns),
          [...expected].sort(([left], [right]) => left - right),
        )
        let types = new Map()
        for (const { fields } of one.records) types = widenTypes(types, fields) ?? types
        assert.deepEqual(columns?.types ?? new Map(), types)
      }),
    )
  })

  it('may name its sources', () => {
    const body = Buffer.from('{"one":[{"messageUTC":1700000000,"a":1}],"two":[{"messageUTC":1700000001,"b":2}]}')
    const decoded = decodeBody(body, undefined, NOW)

    assert.deepEqual(
      decoded?.sources.map(({ source, at }) => [source, [...at]]),
      decodeUnitMessage(body, NOW).records.map(({ source, at }) => [source, [at]]),
    )
  })

  it('is left to be looked at as a whole when it is no list of records, or has records without a time', () => {
    const bodies = ['{', '7', '{"messageUTC":1700000000}', '[{"a":1}]', '[{"messageUTC":null}]']
    for (const body of bodies) assert.equal(decodeBody(Buffer.from(body), 'probe', NOW), undefined)
    for (const body of ['[]', '{"not a name":[]}', '{"a":1}']) {
      assert.equal(decodeBody(Buffer.from(body), undefined, NOW), undefined)
    }
  })

  it('keeps columns of numbers without a gap as numbers', () => {
    const body = Buffer.from('[{"messageUTC":1700000000,"a":1,"b":1},{"messageUTC":1700000001,"a":-0}]')
    const columns = decodeBody(body, 'probe', NOW)?.sources[0]?.columns

    assert.deepEqual(columns?.get('a'), Float64Array.of(1, 0))
    assert.deepEqual(columns?.get('b'), [1, undefined])
  })
})

describe('a list of plain records', () => {
  const decode = (text: string) => decodePlainRecords(Buffer.from(text), 'probe', NOW)
  const timed = (fields: string) => `[{"messageUTC":1700000000${fields}}]`
  const spaces = fc.constantFrom('', ' ', '\n\t', '\r\n ')
  const plainValue = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.stringMatching(/^[ !#-[\]-~]{0,20}$/),
  )
  const plainRecord = fc.record(
    { messageUTC: fc.integer({ min: 1_700_000_000, max: 1_700_000_100 }), a: plainValue, b: plainValue, c: plainValue },
    { requiredKeys: ['messageUTC'], noNullPrototype: true },
  )

  it('is read as JSON is, whatever the space between', () => {
    fc.assert(
      fc.property(fc.array(plainRecord, { minLength: 1, maxLength: 20 }), spaces, (records, space) => {
        const pairs = (record: object) =>
          Object.entries(record).map(([name, value]) => `"${name}"${space}:${space}${JSON.stringify(value)}`)
        const objects = records.map((record) => `{${space}${pairs(record).join(`${space},`)}${space}}`)
        const text = `${space}[${objects.join(`${space},${space}`)}]${space}`
        const columns = decode(text) ?? assert.fail('it is plain')

        const one = decodeSourceMessage('probe', Buffer.from(text), NOW)
        const expected = new Map(one.records.map(({ at, fields }) => [at ?? 0, { ...fields }]))
        assert.deepEqual(
          recordsOf(columns),
          [...expected].sort(([left], [right]) => left - right),
        )
      }),
    )
  })

  it('has the numbers that the language reads', () => {
    const anyNumber = fc.stringMatching(/^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?([eE][+-]?[0-9]{1,3})?$/)
    fc.assert(
      fc.property(anyNumber, (number) => {
        const value = Number(number)
        const columns = decode(timed(`,"a":${number}`))?.columns.get('a')
        assert.deepEqual(columns, Number.isFinite(value) ? Float64Array.of(value + 0) : undefined)
      }),
    )
  })

  it('is not taken for one when a byte of it is changed, unless it still is JSON', () => {
    const text = '[{"messageUTC":1700000000,"a":1.5,"b":"on"},{"messageUTC":1700000001.25,"a":-2,"b":null}]'
    const changed = fc.tuple(fc.nat(text.length - 1), fc.string({ unit: 'binary', maxLength: 2 }))
    fc.assert(
      fc.property(changed, ([place, instead]) => {
        const body = Buffer.from(text.slice(0, place) + instead + text.slice(place + 1))
        const columns = decodePlainRecords(body, 'probe', NOW)
        if (columns === undefined) return
        const one = decodeSourceMessage('probe', body, NOW)
        assert.equal(one.refused.length, 0)
        const expected = new Map(one.records.map(({ at, fields }) => [at ?? 0, { ...fields }]))
        assert.deepEqual(
          recordsOf(columns),
          [...expected].sort(([left], [right]) => left - right),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is looked at the other way when it is not that simple', () => {
    const others = [
      '[]',
      '{}',
      '[{"a":1}]',
      '[{}]',
      timed(',"a":{"b":1}'),
      timed(',"a":[1]'),
      timed(',"a":"\\n"'),
      timed(',"a":"ä"'),
      timed(',"a":01'),
      timed(',"a":1.'),
      timed(',"a":.5'),
      timed(',"a":+1'),
      timed(',"a":1e999'),
      timed(',"a":nul'),
      timed(',"a":1,"a":2'),
      timed(',"not a name":1'),
      timed(',"recieveUTC":1'),
      `${timed('')}x`,
      timed('').slice(0, -1),
      '[{"messageUTC":"yesterday"}]',
      '[{"messageUTC":null}]',
    ]
    for (const text of others) assert.equal(decode(text), undefined, text)
    assert.notEqual(decode(timed(',"a":1')), undefined)
    assert.notEqual(decode('[{"messageUTC":"2026-01-01T00:00:00Z","a":true}]'), undefined)
  })
})

function recordsOf({ at, columns }: SourceColumns): [number, Record<string, FieldValue>][] {
  return Array.from(at, (time, index) => {
    const pairs = Array.from(columns, ([field, values]) => [field, values[index]] as const)
    const there = pairs.filter((pair): pair is readonly [string, FieldValue] => pair[1] !== undefined)
    return [time, Object.fromEntries(there)]
  })
}
