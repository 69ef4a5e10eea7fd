import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDuration, formatMeanDuration } from './duration-text.ts'

describe('a duration', () => {
  for (const [ms, text] of [
    [0, '0 s'],
    [420, '420 ms'],
    [1000, '1 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [312_000, '5 min 12 s'],
    [3 * 3_600_000 + 300_000, '3 h 5 min'],
    [86_400_000, '1 d'],
    [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
    [4_000 * 86_400_000, '4,000 d'],
  ] as const) {
    it(`of ${ms} ms reads ${text}`, () => {
      assert.equal(formatDuration(ms), text)
    })
  }
})

describe('a duration in other languages', () => {
  for (const [locale, ...texts] of [
    ['de', '420 ms', '5 Min. 12 Sek.', '3 Std. 5 Min.', '2 Tg. 3 Std.'],
    ['fr', '420 ms', '5 min 12 s', '3 h 5 min', '2 j 3 h'],
    ['es', '420 ms', '5 min 12 s', '3 h 5 min', '2 d 3 h'],
  ] as const) {
    it(`has the units of ${locale}`, () => {
      const written = [420, 312_000, 11_100_000, 183_600_000].map((ms) => formatDuration(ms, locale))
      assert.deepEqual(
        written.map((text) => text.replaceAll(/\s/g, ' ')),
        texts,
      )
    })
  }
})

describe('a mean of durations', () => {
  for (const [ms, text] of [
    [0, '0 s'],
    [420.4, '420 ms'],
    [999.7, '1 s'],
    [1_600, '2 s'],
    [59_600, '1 min'],
    [312_700, '5 min 13 s'],
    [3_599_900, '1 h'],
    [2 * 3_600_000 + 59.6 * 60_000, '3 h'],
    [86_400_000 + 3.5 * 3_600_000, '1 d 4 h'],
  ] as const) {
    it(`of ${ms} ms is rounded to ${text}`, () => {
      assert.equal(formatMeanDuration(ms), text)
    })
  }
})
