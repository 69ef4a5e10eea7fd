import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeSourceMessage, decodeUnitMessage, MAX_REFUSALS } from './decode-message.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

const names = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,20}$/)
  .filter((name) => !/^(messageUTC|recieveUTC)$/.test(name))
const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
const values = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  texts,
  fc.boolean(),
  fc.constant(null),
)
const flatRecords = fc.dictionary(names, values, { maxKeys: 20 })

const decode = (value: unknown) => decodeSourceMessage('probe', Buffer.from(JSON.stringify(value)), NOW)

describe('a message of a source', () => {
  it('keeps every field of flat records as it is', () => {
    fc.assert(
      fc.property(fc.array(flatRecords), (records) => {
        const { records: decoded, refused } = decode(records)

        assert.deepEqual(refused, [])
        assert.deepEqual(
          decoded.map(({ fields }) => ({ ...fields })),
          JSON.parse(JSON.stringify(records)),
        )
      }),
    )
  })

  it('takes a bare number, text or boolean for the field value, in a list too', () => {
    const fieldsOf = (value: unknown) => decode(value).records.map(({ at, fields }) => [at, { ...fields }])

    assert.deepEqual(fieldsOf(21.5), [[undefined, { value: 21.5 }]])
    assert.deepEqual(fieldsOf([7, 'open', false]), [
      [undefined, { value: 7 }],
      [undefined, { value: 'open' }],
      [undefined, { value: false }],
    ])
    assert.deepEqual(
      decode([null, [1], 'a\0b', '\ud800']).refused.map(({ code }) => code),
      ['record/not-an-object', 'record/not-an-object', 'record/text-invalid', 'record/text-invalid'],
    )
  })

  it('flattens nested objects with underscores', () => {
    const { records } = decode({ a: { b: { c: 1 }, d: null }, e: {} })

    assert.deepEqual({ ...records[0]?.fields }, { a_b_c: 1, a_d: null })
  })

  it('keeps the last of two fields that have one name after flattening', () => {
    assert.equal(decode({ a_b: 1, a: { b: 2 } }).records[0]?.json, '{"a_b":2}')
    assert.equal(decode({ a: { b: 2 }, a_b: 1 }).records[0]?.json, '{"a_b":1}')
  })

  it('takes the time of a record, and no notice of its recieveUTC', () => {
    const [record] = decode({ messageUTC: NOW, recieveUTC: 'whenever', a: 1 }).records

    assert.equal(record?.at, NOW)
    assert.equal(record.json, '{"a":1}')
    assert.equal(decode({ a: 1 }).records[0]?.at, undefined)
    assert.equal(decode({ messageUTC: null }).records[0]?.at, undefined)
  })

  it('never throws, and gives each record a place or a reason', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const value: unknown = JSON.parse(text)
        const { records, refused } = decodeSourceMessage('probe', Buffer.from(text), NOW)
        assert.equal(records.length + refused.length, Array.isArray(value) ? value.length : 1)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const { records, refused } = decodeSourceMessage('probe', Buffer.from(bytes), NOW)
        assert.ok(records.length + refused.length >= (records.length === 0 ? 0 : 1))
      }),
    )
  })

  it('survives nesting of any depth', () => {
    const deepArray = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

    for (const text of [deepArray, `[${deepArray}]`, deepObject, `{"a":${deepArray}}`]) {
      assert.equal(decodeSourceMessage('probe', Buffer.from(text), NOW).refused.length, 1)
    }
  })

  it('answers a bounded number of refusals and counts all', () => {
    const { refused, refusedByCode } = decode(Array.from({ length: 3000 }, () => null))

    assert.equal(refused.length, MAX_REFUSALS)
    assert.equal(refusedByCode.get('record/not-an-object'), 3000)
  })

  it('keeps the beginning of what it refuses, without what text columns cannot hold', () => {
    const [refusal] = decodeSourceMessage('probe', Buffer.from(`\0${'x'.repeat(9000)}`), NOW).refused

    assert.equal(refusal?.payload.length, 4096)
    assert.equal(refusal.payload.includes('\0'), false)
  })

  it('accepts 256 fields and 64 KiB, and no more', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))

    assert.equal(decode(fields(256)).records.length, 1)
    assert.equal(decode(fields(257)).refused[0]?.code, 'record/too-many-fields')
    assert.equal(decode({ a: 'x'.repeat(65_536 - 8) }).records.length, 1)
    assert.equal(decode({ a: 'x'.repeat(65_536 - 7) }).refused[0]?.code, 'record/too-large')
  })

  for (const name of ['', '1a', 'a b', 'ä', 'a.b', "a'b", '<b>', 'a'.repeat(65)]) {
    it(`refuses a field called ${JSON.stringify(name)}`, () => {
      assert.equal(decode({ [name]: 1 }).refused[0]?.code, 'record/field-name-invalid')
    })
  }
})

describe('a message of several sources', () => {
  it('counts places within each source', () => {
    const body = Buffer.from(JSON.stringify({ one: [null, { a: 1 }, []], two: null }))

    const { records, refused } = decodeUnitMessage(body, NOW)

    assert.deepEqual(
      records.map(({ source }) => source),
      ['one'],
    )
    assert.deepEqual(
      refused.map(({ source, index }) => [source, index]),
      [
        ['one', 0],
        ['one', 2],
        ['two', 0],
      ],
    )
  })
})
