import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeLines, decodeManyLines } from './decode-lines.ts'
import { timesIn } from './precision.ts'

const NOW = Date.UTC(2026, 10, 21)

const given = (precision: string) => ({ precision, own: undefined, now: NOW })

const decode = (body: string | Buffer, precision = 'ms') => decodeLines(Buffer.from(body), given(precision))

/** As a thread decodes a long body. */
const decodeLong = (body: string | Buffer, precision = 'ms') =>
  decodeManyLines({ ...given(precision), body: new Uint8Array(Buffer.from(body)) }).result

/** The records of the lines that name no unit. */
async function records(body: string | Buffer, precision?: string) {
  const message = decode(body, precision).get(undefined)
  return message?.records.map(({ source, at, fields }) => [source, at, fields])
}

async function refusals(body: string | Buffer) {
  const message = decode(body).get(undefined)
  return message?.refused.map(({ code, message: sentence, payload }) => [code, sentence, payload])
}

const T = 1_700_000_000_000

const LINES: readonly [string, string, unknown[]][] = [
  ['numbers', `m a=1,b=-1.5,c=.5,d=1e3,e=2i,f=3u ${T}`, ['m', T, { a: 1, b: -1.5, c: 0.5, d: 1000, e: 2, f: 3 }]],
  [
    'booleans',
    `m a=t,b=T,c=true,d=TRUE,e=f,f=False ${T}`,
    ['m', T, { a: true, b: true, c: true, d: true, e: false, f: false }],
  ],
  ['a text', String.raw`m a="x, y=z \"q\" \\ \n" ${T}`, ['m', T, { a: String.raw`x, y=z "q" \ \n` }]],
  ['a text with a line break', `m a="one\ntwo" ${T}`, ['m', T, { a: 'one\ntwo' }]],
  ['an empty text', `m a="" ${T}`, ['m', T, { a: '' }]],
  ['no time', 'm a=1', ['m', undefined, { a: 1 }]],
  ['a carriage return', `m a=1 ${T}\r`, ['m', T, { a: 1 }]],
  ['a carriage return without a time', 'm a=1\r', ['m', undefined, { a: 1 }]],
  ['tags in any order', `cpu,host=a,core=0 a=1 ${T}`, ['cpu-core-0-host-a', T, { a: 1 }]],
  ['a field called as our times', `m messageUTC=1 ${T}`, ['m', T, { field_messageUTC: 1 }]],
]

describe('lines of InfluxDB', () => {
  for (const [what, line, [source, at, fields]] of LINES) {
    it(`may have ${what}`, async () => {
      assert.deepEqual(await records(`${line}\n`), [[source, at, fields]])
    })
  }

  it('get a source and fields with a hash where names cannot be kept', async () => {
    const messages = decode(String.raw`my\ m,t\,a=b\=c f\ g=1 ${T}`)

    const [record] = messages.get(undefined)?.records ?? []
    assert.match(record?.source ?? '', /^my_m-t_a-b_c-[0-9a-f]{8}$/)
    assert.match(Object.keys(record?.fields ?? {}).join(), /^f_g-[0-9a-f]{8}$/)
  })

  const times: readonly [string, string, number][] = [
    ['', `${T}123456`, T],
    ['ns', `${T}999999`, T],
    ['n', `${T}000000`, T],
    ['us', `${T}999`, T],
    ['u', `${T}000`, T],
    ['ms', `${T}`, T],
    ['s', '1700000000', T],
    ['m', '28333333', 28_333_333 * 60_000],
    ['h', '472222', 472_222 * 3_600_000],
  ]
  for (const [precision, digits, at] of times) {
    it(`have times in ${precision || 'nanoseconds by default'}`, async () => {
      assert.deepEqual(await records(`m a=1 ${digits}`, precision), [['m', at, { a: 1 }]])
    })
  }

  it('have no other precision', () => {
    assert.throws(() => timesIn('d'), { code: 'request/invalid' })
  })

  it('skip comments and empty lines', async () => {
    assert.deepEqual(await records(`# a comment\n\n  \r\nm a=1 ${T}\n\n`), [['m', T, { a: 1 }]])
    assert.equal(decode('').size, 0)
  })

  it('of one series and time are one record, and other points of a millisecond get the next ones', async () => {
    const lines = `m a=1 ${T}000001\nm b=2 ${T}000001\nm a=3 ${T}000002\nm a=4 ${T + 1}000000`

    assert.deepEqual(await records(lines, 'ns'), [
      ['m', T, { a: 1, b: 2 }],
      ['m', T + 1, { a: 3 }],
      ['m', T + 2, { a: 4 }],
    ])
  })

  it('that differ only by tags go to different sources', async () => {
    const read = await records(`d,path=/ a=1 ${T}\nd,path=_ a=2 ${T}\nd,path=/x/y a=3 ${T}`)

    assert.equal(new Set(read?.map(([source]) => source)).size, 3)
  })

  it('name their unit by a tag', async () => {
    const messages = decode(`m,unit=tank a=1 ${T}\nm,unit=pump a=2 ${T}\nm a=3 ${T}`)

    assert.deepEqual([...messages.keys()], ['tank', 'pump', undefined])
    assert.equal(messages.get('tank')?.records[0]?.source, 'm')
  })

  const bad: readonly [string, string, string][] = [
    ['no fields', 'm', 'answers.door.line.fields'],
    ['a field without a value', 'm a', 'answers.door.line.field-value'],
    ['an empty value', 'm a=', 'answers.door.line.value'],
    ['a bare word', 'm a=on', 'answers.door.line.value'],
    ['NaN', 'm a=NaN', 'answers.door.line.value'],
    ['no measurement', ',t=1 a=1', 'answers.door.line.measurement'],
    ['an empty tag', 'm,t= a=1', 'answers.door.line.tag-empty'],
    ['a tag without a value', 'm,t a=1', 'answers.door.line.tag-value'],
    ['an open text', 'm a="x', 'answers.door.line.quotation'],
    ['a time that is a date', 'm a=1 2026-11-21', 'answers.door.line.time'],
  ]
  for (const [what, line, sentence] of bad) {
    it(`with ${what} are quoted, and the others taken`, async () => {
      const body = `m a=1 ${T}\n${line}`

      assert.deepEqual(await refusals(body), [['record/malformed-line', sentence, line]])
      assert.deepEqual(await records(body), [['m', T, { a: 1 }]])
    })
  }

  it('have times of this millennium, not too far ahead', async () => {
    const body = `m a=1 -5\nm a=2 ${T}000000\nm a=3 ${NOW + 90_000_000}`

    assert.deepEqual(
      (await refusals(body))?.map(([code]) => code),
      ['record/time-invalid', 'record/time-invalid', 'record/time-in-future'],
    )
  })

  it('are text in UTF-8 of at most 64 KiB', async () => {
    const [notText] = (await refusals(Buffer.from([...Buffer.from('m a="'), 0xff, 0x22]))) ?? []
    const [long] = (await refusals(`m a="${'x'.repeat(70_000)}"`)) ?? []

    assert.equal(notText?.[1], 'answers.door.line.not-text')
    assert.equal(long?.[1], 'answers.door.line.long')
  })

  it('are refused together when there are too many of them, of their sources or of their values', () => {
    const rows: readonly [string, string][] = [
      ['m a=1\n'.repeat(100_001), 'answers.door.lines'],
      [Array.from({ length: 1_001 }, (_, index) => `m${index} a=1`).join('\n'), 'answers.ingest.many-sources'],
      [valuesOf(16_000, 256), 'answers.ingest.values'],
    ]
    for (const [body, sentence] of rows) {
      const decoded = decodeLong(body)
      assert('exceeds' in decoded)
      assert(decoded.exceeds.startsWith(sentence), decoded.exceeds)
    }
  })

  it('with more fields or tags than a record may have are refused before they are read', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join(',')
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `,t${index}=x`).join('')
    const bad = [`m ${fields(257)} ${T}`, `m${tags(65)} a=1 ${T}`, `m a="${'x\n'.repeat(40_000)}" ${T}`]
    const refused = bad.map((line) => decode(`m ${fields(256)} ${T}\nm${tags(64)} a=1 ${T}\n${line}`).get(undefined))

    assert.deepEqual(
      refused.map((message) => [
        message?.records.length,
        message?.refused[0]?.code,
        message?.refused[0]?.message.slice(0, 17),
      ]),
      [
        [2, 'record/too-many-fields', 'errors.record/too'],
        [2, 'record/malformed-line', 'answers.door.tags'],
        [2, 'record/malformed-line', 'answers.door.line'],
      ],
    )
  })

  it('are read alike by the thread that decodes long bodies', () => {
    const name = fc.stringMatching(/^[ab\\ ,="é\n]{0,4}$/)
    const value = fc.oneof(fc.constantFrom('1', '-2.5', '3i', 't', 'x', '"a b"', String.raw`"\"\\"`, '"', '""'), name)
    const line = fc
      .tuple(
        fc.constantFrom('m', 'n,unit=tank', String.raw`m\ x,a=b`),
        name,
        value,
        fc.constantFrom('', ' 1', ` ${T}`, ` ${T + 1}`),
      )
      .map(([series, field, one, time]) => `${series} ${field}=${one},b=2${time}`)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const long = decodeLong(lines.join('\n'))
        assert(!('exceeds' in long))
        const short = decode(lines.join('\n'))
        assert.deepEqual([...long.keys()], [...short.keys()])
        for (const [unit, { records, refused, refusedByCode }] of short) {
          const brought = long.get(unit)
          assert.deepEqual(brought?.refused, refused)
          assert.deepEqual(brought?.refusedByCode, refusedByCode)
          const rows: string[] | undefined = brought?.sources.flatMap(({ source, isTimedByArrival, content }) =>
            'rows' in content && content.rows.at.length > 0
              ? content.rows.json
                  .split('\n')
                  .map((json, index) => `${source} ${isTimedByArrival ? '' : content.rows.at[index]} ${json}`)
              : [],
          )
          assert.deepEqual(rows?.sort(), records.map(({ source, at, json }) => `${source} ${at ?? ''} ${json}`).sort())
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** Lines of one series. */
function valuesOf(lines: number, fields: number): string {
  const values = Array.from({ length: fields }, (_, index) => `f${index}=1`).join(',')
  return Array.from({ length: lines }, (_, index) => `m ${values} ${T - index}`).join('\n')
}
