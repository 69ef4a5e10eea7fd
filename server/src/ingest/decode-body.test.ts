import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldValue } from '@fieldwatch/contract/data'
import fc from 'fast-check'
import { decodeBody, type SourceColumns } from './decode-body.ts'
import { decodeSourceMessage, decodeUnitMessage } from './decode-message.ts'
import { widenTypes } from './field-types.ts'

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
  { weight: 1, arbitrary: fc.constantFrom('text', null) },
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

function recordsOf({ at, columns }: SourceColumns): [number, Record<string, FieldValue>][] {
  return Array.from(at, (time, index) => {
    const pairs = Array.from(columns, ([field, values]) => [field, values[index]] as const)
    const there = pairs.filter((pair): pair is readonly [string, FieldValue] => pair[1] !== undefined)
    return [time, Object.fromEntries(there)]
  })
}
