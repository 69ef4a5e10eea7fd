import { describe, expect, it } from 'vitest'
import { momentToShow, nextMoment } from './moment-plan.ts'
import type { Playback } from './playback.ts'

const RANGE = { from: 1_000_000, to: 2_000_000 }
const at = (moment: number, isPlaying = false): Playback => ({ range: RANGE, at: moment, isPlaying, speed: 60 })
const asks = (cursor: Playback, known: readonly number[]) => nextMoment(cursor, (moment) => known.includes(moment))

describe('the moment to ask for', () => {
  it.each([
    ['is where the cursor rests', at(1_234_567), [], 1_234_567],
    ['is none when that is known', at(1_234_567), [1_234_567], undefined],
    ['is on the grid of 30 s while it plays 60 times as fast', at(1_234_567, true), [], 1_230_000],
    ['is the next one of the grid after those that are known', at(1_234_567, true), [1_230_000, 1_260_000], 1_290_000],
    ['is not far ahead', at(1_234_567, true), [0, 1, 2, 3, 4, 5].map((n) => 1_230_000 + n * 30_000), undefined],
    ['is not before the range', at(1_000_001, true), [], 1_000_000],
    ['is not after the range', at(1_999_999, true), [1_980_000], 2_000_000],
  ] as const)('%s', (_title, cursor, known, moment) => {
    expect(asks(cursor, known)).toBe(moment)
  })
})

describe('the moment to show', () => {
  it.each([
    ['is exactly where the cursor rests', at(1_500), [1_000, 1_500, 2_000], 1_500],
    ['is none until that is known', at(1_500), [1_000, 2_000], undefined],
    [
      'is the last one that was passed while it plays',
      at(1_234_567, true),
      [1_200_000, 1_230_000, 1_260_000],
      1_230_000,
    ],
    ['is none where only older ones are known', at(1_934_567, true), [1_215_000], undefined],
  ] as const)('%s', (_title, cursor, known, moment) => {
    expect(momentToShow(cursor, known)).toBe(moment)
  })
})
