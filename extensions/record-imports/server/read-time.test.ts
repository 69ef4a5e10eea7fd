import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inEnglish } from '@fieldwatch/server/platform/errors/domain-error'
import type { ImportSettings } from '../contract/record-imports.ts'
import { createTimeReader, newCourse } from './read-time.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')

function readAll(lines: readonly string[], options: Partial<ImportSettings['time']>): string[] {
  const read = createTimeReader({ format: 'iso', zone: 'Europe/Berlin', doubled: 'in-order', ...options }, NOW)
  const course = newCourse()
  return lines.map((line) => {
    const found = read({ date: line, clock: undefined }, course)
    return 'problem' in found ? inEnglish(found.problem) : new Date(found.at).toISOString()
  })
}

describe('the time of a line', () => {
  for (const [format, text, moment] of [
    ['iso', '2026-07-01 12:30', '2026-07-01T10:30:00.000Z'],
    ['iso', '2026-07-01T12:30:15,250+05:30', '2026-07-01T07:00:15.250Z'],
    ['iso', '2026-01-01', '2025-12-31T23:00:00.000Z'],
    ['dmy', '1.7.2026 12:30:15', '2026-07-01T10:30:15.000Z'],
    ['dmy', '01/07/26 12.30', '2026-07-01T10:30:00.000Z'],
    ['mdy', '7/1/2026 12:30 AM', '2026-06-30T22:30:00.000Z'],
    ['mdy', '07/01/2026 1:05:00 p.m.', '2026-07-01T11:05:00.000Z'],
    ['ymd', '2026/07/01 12:30', '2026-07-01T10:30:00.000Z'],
    ['mdy', '7/1/2026 1:05PM', '2026-07-01T11:05:00.000Z'],
    ['mdy', '7/1/26 1:05p', '2026-07-01T11:05:00.000Z'],
    ['dmy', '30.06.2026 24:00', '2026-06-30T22:00:00.000Z'],
    ['named', '01-Jul-2026 12:30:15', '2026-07-01T10:30:15.000Z'],
    ['named', '1. März 2026', '2026-02-28T23:00:00.000Z'],
    ['named', 'Jul 1, 2026 12:30', '2026-07-01T10:30:00.000Z'],
    ['named', 'mer. 1 juil. 2026 12:30', '2026-07-01T10:30:00.000Z'],
    ['compact', '20260701', '2026-06-30T22:00:00.000Z'],
    ['compact', '202607011230', '2026-07-01T10:30:00.000Z'],
    ['compact', '20260701T123015', '2026-07-01T10:30:15.000Z'],
    ['excel', '46204.5208333333', '2026-07-01T10:30:00.000Z'],
    ['excel', '46204,52083', '2026-07-01T10:30:00.000Z'],
    ['epoch-s', '1795680900.5', '2026-11-26T08:15:00.500Z'],
    ['epoch-ms', '1782901800000', '2026-07-01T10:30:00.000Z'],
  ] as const)
    it(`is read as ${format}: ${text}`, () => {
      const read = createTimeReader({ format, zone: 'Europe/Berlin', doubled: 'in-order' }, Date.parse('2027-01-01'))
      const found = read({ date: text, clock: undefined }, newCourse())
      assert.equal('at' in found && new Date(found.at).toISOString(), moment)
    })

  it('is refused where it is none, a day that a month does not have, or another format', () => {
    assert.deepEqual(readAll(['', 'soon', '2026-02-30', '01.02.2026', '1969-12-31T00:00Z'], {}), [
      'There is no time.',
      '“soon” is not a time in the chosen format.',
      '“2026-02-30” is not a time in the chosen format.',
      '“01.02.2026” is not a time in the chosen format.',
      '“1969-12-31T00:00Z” is not in the years 1970 to 9999.',
    ])
  })

  it('is refused in the hour that clocks skip', () => {
    assert.deepEqual(readAll(['2026-03-29 01:59', '2026-03-29 02:30', '2026-03-29 03:00'], {}), [
      '2026-03-29T00:59:00.000Z',
      'Clocks in Europe/Berlin skip “2026-03-29 02:30”.',
      '2026-03-29T01:00:00.000Z',
    ])
  })

  const HOURS = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map((clock) => `2026-10-25 ${clock}`)
  const MOMENTS = ['23:30', '00:00', '00:30', '01:00', '01:30', '02:00']

  it('is one hour later once the times of the hour that comes twice jump back', () => {
    const found = readAll(HOURS, {})
    assert.deepEqual(
      found.map((moment) => moment.slice(11, 16)),
      MOMENTS,
    )
  })

  it('is one hour later when the only time of the hour comes again', () => {
    const hours = ['01:00', '02:00', '02:00', '03:00'].map((clock) => `2026-10-25 ${clock}`)
    const found = readAll(hours, {})
    const back = readAll(hours.toReversed(), {})
    assert.deepEqual(
      found.map((moment) => moment.slice(11, 16)),
      ['23:00', '00:00', '01:00', '02:00'],
    )
    assert.deepEqual(back, found.toReversed())
  })

  it('stays in the first pass where several lines have the same minute', () => {
    const lines = ['01:59', '01:59', '02:00', '02:00', '02:30', '02:30', '02:00', '02:00', '03:00']
    const found = readAll(
      lines.map((clock) => `2026-10-25 ${clock}`),
      {},
    )
    assert.deepEqual(
      found.map((moment) => moment.slice(11, 16)),
      ['23:59', '23:59', '00:00', '00:00', '00:30', '00:30', '01:00', '01:00', '02:00'],
    )
  })

  it('is decided the other way round in a file with the newest line first', () => {
    const found = readAll(HOURS.toReversed(), {})
    assert.deepEqual(
      found.map((moment) => moment.slice(11, 16)),
      MOMENTS.toReversed(),
    )
  })

  it('is always the earlier or the later one where a person says so', () => {
    assert.deepEqual(readAll(['2026-10-25 02:30'], { doubled: 'earlier' }), ['2026-10-25T00:30:00.000Z'])
    assert.deepEqual(readAll(['2026-10-25 02:30'], { doubled: 'later' }), ['2026-10-25T01:30:00.000Z'])
  })
})
