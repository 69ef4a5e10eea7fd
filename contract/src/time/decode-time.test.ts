import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeTime } from './decode-time.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const DAY = 86_400_000

const moments = fc.integer({ min: 1e11, max: NOW + DAY })

describe('messageUTC', () => {
  it('is read from every way of writing a moment', () => {
    fc.assert(
      fc.property(moments, (at) => {
        for (const written of [at, String(at), at / 1000, new Date(at).toISOString()]) {
          assert.equal(decodeTime(written, NOW), at)
        }
      }),
    )
  })

  it('is read in any zone', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -14 * 60 + 1, max: 14 * 60 - 1 }), (at, offset) => {
        const local = new Date(at + offset * 60_000).toISOString().slice(0, -1)
        const pad = (count: number) => String(Math.trunc(Math.abs(count))).padStart(2, '0')
        const zone = `${offset < 0 ? '-' : '+'}${pad(offset / 60)}:${pad(offset % 60)}`
        assert.equal(decodeTime(local + zone, NOW), at)
        assert.equal(decodeTime(local + zone.replace(':', ''), NOW), at)
      }),
    )
  })

  it('without a zone is UTC', () => {
    assert.equal(decodeTime('2026-02-28 23:59:59.5', NOW), Date.parse('2026-02-28T23:59:59.500Z'))
    assert.equal(decodeTime('2026-02-28', NOW), Date.parse('2026-02-28T00:00:00Z'))
    assert.equal(decodeTime('2026-02-28T10:30', NOW), Date.parse('2026-02-28T10:30:00Z'))
  })

  it('is cut to milliseconds', () => {
    assert.equal(decodeTime('2026-02-28T10:30:00.123999Z', NOW), Date.parse('2026-02-28T10:30:00.123Z'))
  })

  for (const absurd of [
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-02-28T24:00:00Z',
    '2026-02-28T10:61',
    '0001-01-01',
    'yesterday',
    '',
    ' ',
    '1e12',
    '-5',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    true,
    {},
    [1],
    'March 1, 2026',
    '1969-12-31T23:59:59Z',
    '0075-06-01T00:00:00Z',
    '1970-01-01T00:30:00+01:00',
    '2026-02-28T10:00:00+24:00',
    '2026-02-28T10:00:00+01:60',
  ]) {
    it(`is refused as ${JSON.stringify(absurd)}`, () => {
      assert.equal(decodeTime(absurd, NOW), 'record/time-invalid')
    })
  }

  it('may be 24 hours ahead and no more', () => {
    assert.equal(decodeTime(NOW + DAY, NOW), NOW + DAY)
    assert.equal(decodeTime(NOW + DAY + 1, NOW), 'record/time-in-future')
    assert.equal(decodeTime('9999-12-31T23:59:59Z', NOW), 'record/time-in-future')
  })

  it('is a year from 1970 to 9999 in UTC, in any time zone', () => {
    const never = Number.MAX_SAFE_INTEGER

    assert.equal(decodeTime('9999-12-31T23:59:59.999Z', never), 253_402_300_799_999)
    assert.equal(decodeTime('1969-12-31T23:30:00-01:00', never), 1_800_000)
    for (const beyond of ['9999-12-31T23:59:59-00:01', '9999-12-31T12:00:00-12:01', 253_402_300_800_000]) {
      assert.equal(decodeTime(beyond, never), 'record/time-invalid')
    }
  })

  it('never is anything but a moment that can be stored or a refusal', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const decoded = decodeTime(value, NOW)
        assert.ok(
          typeof decoded === 'string' || (Number.isSafeInteger(decoded) && decoded >= 0 && decoded <= NOW + DAY),
        )
      }),
    )
  })
})
