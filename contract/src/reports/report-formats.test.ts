import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  createReportWriter,
  REPORT_FORMATS,
  type ReportFormat,
  type ReportValue,
  sampleTypeOf,
} from './report-formats.ts'

const inUtc = createReportWriter({ timeZone: 'UTC' })
const MOMENT = '2026-03-09T04:05:06.789Z'
const DURATION = ((2 * 24 + 3) * 60 + 4) * 60_000 + 5_999

const WRITTEN: readonly [ReportValue, Partial<Record<ReportFormat, ReportValue>>][] = [
  [
    '2026-03-09',
    {
      'DD-MM-YYYY': '09-03-2026',
      'DD/MM/YYYY': '09/03/2026',
      'MM-DD-YYYY': '03-09-2026',
      'MM/DD/YYYY': '03/09/2026',
      'YYYY-MM-DD': '2026-03-09',
      'YYYY/MM/DD': '2026/03/09',
    },
  ],
  [
    MOMENT,
    {
      'DD-MM-YYYY HH:MM:SS': '09-03-2026 04:05:06',
      'DD/MM/YYYY HH:MM:SS': '09/03/2026 04:05:06',
      'MM-DD-YYYY HH:MM:SS': '03-09-2026 04:05:06',
      'MM/DD/YYYY HH:MM:SS': '03/09/2026 04:05:06',
      'YYYY-MM-DD HH:MM:SS': '2026-03-09 04:05:06',
      'YYYY/MM/DD HH:MM:SS': '2026/03/09 04:05:06',
    },
  ],
  [
    DURATION,
    {
      'days HH:MM:SS': '2 days 03:04:05',
      'HH:MM:SS': '51:04:05',
      'HH:MM': '51:04',
      'MM:SS': '3064:05',
      hours: 51.0683331,
      minutes: 3064.0999833,
      seconds: 183845.999,
      milliseconds: DURATION,
    },
  ],
  ['öL Pump', { string: 'öL Pump', uppercase: 'ÖL PUMP', lowercase: 'öl pump', capitalize: 'Öl pump' }],
  [-42, { integer: -42, string: -42 }],
  [
    -1234.56789012,
    {
      '2 Decimal': '-1234.57',
      '3 Decimal': '-1234.568',
      '4 Decimal': '-1234.5679',
      '5 Decimal': '-1234.56789',
      '6 Decimal': '-1234.567890',
      '7 Decimal': '-1234.5678901',
      scientific: '-1.23456789012e+3',
    },
  ],
  [true, { boolean: 'TRUE', 'yes/no': 'yes', 'true/false': true, '1/0': '1' }],
  [false, { boolean: 'FALSE', 'yes/no': 'no', 'true/false': false, '1/0': '0' }],
]

describe('a value in a report', () => {
  for (const [value, formats] of WRITTEN) {
    // spec 2-5-13, 2-5-14, 2-5-15, 2-5-16, 2-5-17, 2-5-18, 2-5-19, 2-5-20
    it(`${JSON.stringify(value)} has the formats of its type, and each as the specification lists it`, () => {
      const column = value === DURATION ? 'duration' : 'value'
      const type = sampleTypeOf(value, { column })
      assert.deepEqual(Object.keys(formats), [...REPORT_FORMATS[type]])
      for (const format of REPORT_FORMATS[type]) assert.equal(inUtc(value, format), formats[format], format)
    })
  }

  it('is left empty where there is none, and as it is without a format', () => {
    assert.equal(inUtc(null, '2 Decimal'), null)
    assert.equal(inUtc(undefined, 'string'), undefined)
    assert.equal(inUtc(MOMENT, ''), MOMENT)
  })

  it('is never lost in a format of another type', () => {
    assert.equal(inUtc('offline', '2 Decimal'), 'offline')
    assert.equal(inUtc('offline', 'DD-MM-YYYY HH:MM:SS'), 'offline')
    assert.equal(inUtc(7, 'DD-MM-YYYY'), 7)
    assert.equal(inUtc(true, 'uppercase'), true)
  })

  it('that rounds to nothing has no sign', () => {
    assert.equal(inUtc(-0.001, '2 Decimal'), '0.00')
  })

  it('is a moment in the zone of the report, summer time included', () => {
    const inBerlin = createReportWriter({ timeZone: 'Europe/Berlin' })
    assert.equal(inBerlin('2026-03-29T00:59:59.000Z', 'YYYY-MM-DD HH:MM:SS'), '2026-03-29 01:59:59')
    assert.equal(inBerlin('2026-03-29T01:00:00.000Z', 'YYYY-MM-DD HH:MM:SS'), '2026-03-29 03:00:00')
    assert.equal(inBerlin('2026-12-31T23:00:00.000Z', 'DD/MM/YYYY HH:MM:SS'), '01/01/2027 00:00:00')
    assert.throws(() => createReportWriter({ timeZone: 'Mars/Olympus' }), RangeError)
  })

  it('in any format of moments can be read back to the second', () => {
    const at = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })
    fc.assert(
      fc.property(at, fc.constantFrom(...REPORT_FORMATS['date-time']), (moment, format) => {
        const written = String(inUtc(new Date(moment).toISOString(), format))
        const read = (part: string): string => written.slice(format.indexOf(part), format.indexOf(part) + part.length)
        const [date, time] = [`${read('YYYY')}-${read('MM')}-${read('DD')}`, written.slice(-8)]
        assert.equal(Date.parse(`${date}T${time}Z`), moment - (moment % 1000))
      }),
    )
  })

  it('in any format of durations is as long as what is shown of it', () => {
    const parts = {
      'days HH:MM:SS': [86_400, 3600, 60, 1],
      'HH:MM:SS': [3600, 60, 1],
      'HH:MM': [3600, 60],
      'MM:SS': [60, 1],
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (ms) => {
        for (const [format, weights] of Object.entries(parts)) {
          const shown = String(inUtc(ms, format as ReportFormat))
            .split(/:| days /)
            .map(Number)
          const least = weights.at(-1) ?? 1
          const seconds = shown.reduce((sum, part, index) => sum + part * (weights[index] ?? 0), 0)
          assert.equal(seconds, Math.floor(ms / 1000 / least) * least, format)
        }
        for (const [format, unit] of [
          ['hours', 3_600_000],
          ['minutes', 60_000],
          ['seconds', 1000],
        ] as const) {
          assert.equal(Math.round(Number(inUtc(ms, format)) * unit), ms, format)
        }
      }),
    )
  })

  it('in any format of decimals is the nearest with so many digits', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 2, max: 7 }), (value, digits) => {
        const written = String(inUtc(value, `${digits} Decimal` as ReportFormat))
        assert.match(written, new RegExp(`^-?\\d+\\.\\d{${digits}}$`))
        assert.ok(Math.abs(Number(written) - value) <= 0.5000001 * 10 ** -digits)
        assert.equal(Number(inUtc(value, 'scientific')), value + 0)
      }),
    )
  })
})

describe('the type of a value', () => {
  it('follows from its column and its field before its sample', () => {
    assert.equal(sampleTypeOf(1500, { column: 'duration' }), 'duration')
    assert.equal(sampleTypeOf(null, { column: 'endUTC' }), 'date-time')
    assert.equal(sampleTypeOf(20, { column: 'room.temp', fieldType: 'float' }), 'decimal')
    assert.equal(sampleTypeOf(undefined, { column: 'room.count', fieldType: 'int' }), 'integer')
    assert.equal(sampleTypeOf(null, { column: 'tag' }), 'text')
    assert.equal(sampleTypeOf('2026-13-45T99:00:00', { column: 'tag' }), 'text')
  })
})
