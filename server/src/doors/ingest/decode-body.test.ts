import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inEnglish } from '#platform/errors/domain-error.ts'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import fc from 'fast-check'
import { decodeBody, type DecodedBody } from './decode-body.ts'
import { decodeSourceMessage, decodeUnitMessage } from './decode-message.ts'
import { decodePlainRecords } from './decode-plain-records.ts'
import { joinTypes, widenTypes } from './field-types.ts'
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
  fc.constant('x'.repeat(9_000)),
)
const anyRecord = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(anyTime, fc.dictionary(anyName, anyValue, { noNullPrototype: true })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('text', 7, null, { a: 1 }, {}, { messageUTC: null, level: 2 }) },
)
const anyMessage = fc
  .array(anyRecord, { maxLength: 30 })
  .map((records) => records.map((record) => (Array.isArray(record) ? { ...record[1], messageUTC: record[0] } : record)))

function decoded(body: Buffer, source: string | undefined): DecodedBody {
  const result = decodeBody(body, source, NOW)
  return 'exceeds' in result ? assert.fail(result.exceeds) : result
}

const exceeds = (body: Buffer, source?: string): string | undefined => {
  const result = decodeBody(body, source, NOW)
  return 'exceeds' in result ? inEnglish(result.exceeds) : undefined
}

describe('a body decoded by column', () => {
  it('has the records, the refusals and the types that it has decoded one by one', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const body = Buffer.from(JSON.stringify(message))
        const one = decodeSourceMessage('probe', body, NOW)
        const { sources, refused, refusedByCode } = decoded(body, 'probe')

        assert.deepEqual(refused, one.refused)
        assert.deepEqual(refusedByCode, one.refusedByCode)
        const expected = new Map<number, Readonly<Record<string, FieldValue>>>()
        const untimed: Readonly<Record<string, FieldValue>>[] = []
        for (const { at, json } of one.records) {
          const fields = JSON.parse(json) as Record<string, FieldValue>
          if (at === undefined) untimed.push(fields)
          else expected.set(at, fields)
        }
        const found = (isTimedByArrival: true | undefined) =>
          sources.filter((columns) => columns.isTimedByArrival === isTimedByArrival)
        assert.deepEqual(
          found(undefined).flatMap(recordsOf),
          [...expected].sort(([left], [right]) => left - right),
        )
        assert.deepEqual(found(true).flatMap(recordsOf), [...untimed.entries()])
        const count = sources.reduce((sum, columns) => sum + columns.count, 0)
        assert.equal(count, one.records.length)
        let types = new Map()
        for (const { fields } of one.records) types = widenTypes(types, fields) ?? types
        let foundTypes = new Map()
        for (const columns of sources) foundTypes = joinTypes(foundTypes, columns.types) ?? foundTypes
        assert.deepEqual(foundTypes, types)
      }),
    )
  })

  it('may name its sources', () => {
    const body = Buffer.from('{"one":[{"messageUTC":1700000000,"a":1}],"two":[{"messageUTC":1700000001,"b":2}],"t":7}')

    assert.deepEqual(
      decoded(body, undefined).sources.map(({ source, at }) => [source, [...at]]),
      [
        ['one', [1_700_000_000_000]],
        ['two', [1_700_000_001_000]],
        ['t', [0]],
      ],
    )
  })

  it('is refused in the words in which a message is, when it cannot be read', () => {
    const bodies = [
      '',
      '{',
      '[',
      '[1',
      '[1,',
      '[1,]',
      '[,1]',
      '[1]]',
      '[1 2]',
      '{"a":1}}',
      '[{"a":1]',
      '["\\',
      '"x',
      'nul',
    ]
    for (const text of [...bodies, '\uFEFF[1', '[{"a":}]']) {
      const body = Buffer.from(text)
      assert.deepEqual(decoded(body, 'probe').refused, decodeSourceMessage('probe', body, NOW).refused, text)
      assert.deepEqual(decoded(body, undefined).refused, decodeUnitMessage(body, NOW).refused, text)
    }
    for (const text of ['7', '[]', '{"a":[1,]}', '{"a" 1}', '{1:1}', '{"a":1,}', '{"not a name":[]}']) {
      const body = Buffer.from(text)
      assert.deepEqual(decoded(body, undefined).refused, decodeUnitMessage(body, NOW).refused, text)
    }
    const notUtf8 = Buffer.from([0x22, 0xff, 0x22])
    assert.equal(decoded(notUtf8, 'probe').refused[0]?.code, 'record/malformed-json')
    assert.equal(decoded(Buffer.from('[1]'), 'not a name').refused[0]?.code, 'record/source-name-invalid')
    assert.deepEqual(decoded(Buffer.from('\uFEFF[1]'), 'probe').refused, [])
  })

  it('has at most 100,000 records, 1,000 sources and 4,000,000 values', () => {
    const list = (count: number, record: string) => Buffer.from(`[${`${record},`.repeat(count - 1)}${record}]`)
    const tooManyRecords = 'A body has at most 100,000 records. Send them in several requests.'

    assert.equal(exceeds(list(100_000, '{}'), 'probe'), undefined)
    assert.equal(exceeds(list(100_001, '{}'), 'probe'), tooManyRecords)
    assert.equal(exceeds(list(100_001, '{"messageUTC":1700000000,"a":1}'), 'probe'), tooManyRecords)
    assert.equal(exceeds(list(100_001, 'null'), 'probe'), tooManyRecords)
    assert.equal(
      exceeds(Buffer.from(`{"a":${list(60_000, '1').toString()},"b":${list(60_000, '1').toString()}}`)),
      tooManyRecords,
    )
    const named = (count: number) =>
      Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, []]))))
    assert.equal(exceeds(named(1000)), undefined)
    assert.equal(exceeds(named(1001)), 'A body has at most 1,000 sources. Send them in several requests.')
    const sparse = Array.from({ length: 2001 }, (_, index) => ({ [`f${index}`]: 1 }))
    assert.equal(
      exceeds(Buffer.from(JSON.stringify(sparse)), 'probe'),
      'A body has at most 4,000,000 values: the records of each source times its fields. Send it in parts.',
    )
  })

  it('refuses a record over 64 KiB, and takes those beside it', () => {
    const { sources, refused } = decoded(Buffer.from(`[{"a":1},{"a":"${'x'.repeat(65_536)}"},{"a":2}]`), 'probe')

    assert.deepEqual(
      refused.map(({ index, code, payload }) => [index, code, payload.length]),
      [[1, 'record/too-large', 4096]],
    )
    assert.equal(sources[0]?.count, 2)
  })

  it('keeps columns of numbers without a gap as numbers', () => {
    const body = Buffer.from('[{"messageUTC":1700000000,"a":1,"b":1},{"messageUTC":1700000001,"a":-0}]')
    const columns = decoded(body, 'probe').sources[0]?.columns

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
