import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Playback, type PlaybackEvent, playbackKey, playbackStep, SPEEDS, stepMs } from './playback.ts'

const HOUR = 3_600_000
const RANGE = { from: 10 * HOUR, to: 34 * HOUR }
const REST: Playback = { range: RANGE, at: 20 * HOUR, isPlaying: false, speed: 60 }
const PLAYING: Playback = { ...REST, isPlaying: true }

describe('the playback', () => {
  it.each([
    ['plays as fast as chosen', PLAYING, { type: 'tick', elapsedMs: 16 }, { at: 20 * HOUR + 960, isPlaying: true }],
    ['stands still while it rests', REST, { type: 'tick', elapsedMs: 16 }, { at: 20 * HOUR, isPlaying: false }],
    [
      'does not jump after the tab was hidden',
      PLAYING,
      { type: 'tick', elapsedMs: 60_000 },
      { at: 20 * HOUR + 60_000, isPlaying: true },
    ],
    [
      'stops at the end',
      { ...PLAYING, at: RANGE.to - 1 },
      { type: 'tick', elapsedMs: 16 },
      { at: RANGE.to, isPlaying: false },
    ],
    [
      'starts at the end from the beginning',
      { ...REST, at: RANGE.to },
      { type: 'toggle' },
      { at: RANGE.from, isPlaying: true },
    ],
    ['stops where it is dragged to', PLAYING, { type: 'seek', at: 12 * HOUR }, { at: 12 * HOUR, isPlaying: false }],
    ['stays within the range', REST, { type: 'move', byMs: -20 * HOUR }, { at: RANGE.from, isPlaying: false }],
    ['goes on at another speed', PLAYING, { type: 'speed', speed: 1000 }, { speed: 1000, isPlaying: true }],
  ] as const)('%s', (_title, before, event, after) => {
    expect(playbackStep(before, event)).toMatchObject(after)
  })

  it('never leaves its range', () => {
    const event: fc.Arbitrary<PlaybackEvent> = fc.oneof(
      fc.record({ type: fc.constant('tick' as const), elapsedMs: fc.integer({ min: 0, max: 5_000 }) }),
      fc.record({ type: fc.constant('seek' as const), at: fc.integer({ min: 0, max: 50 * HOUR }) }),
      fc.record({ type: fc.constant('move' as const), byMs: fc.integer({ min: -50 * HOUR, max: 50 * HOUR }) }),
      fc.record({ type: fc.constant('speed' as const), speed: fc.constantFrom(...SPEEDS) }),
      fc.constant({ type: 'toggle' as const }),
      fc.constant({ type: 'pause' as const }),
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { at } = events.reduce(playbackStep, REST)
        expect(at).toBeGreaterThanOrEqual(RANGE.from)
        expect(at).toBeLessThanOrEqual(RANGE.to)
      }),
    )
  })
})

describe('a key', () => {
  it.each([
    ['ArrowRight', { type: 'move', byMs: 300_000 }],
    ['ArrowLeft', { type: 'move', byMs: -300_000 }],
    ['PageUp', { type: 'move', byMs: HOUR }],
    ['PageDown', { type: 'move', byMs: -HOUR }],
    ['Home', { type: 'seek', at: RANGE.from }],
    ['End', { type: 'seek', at: RANGE.to }],
    [' ', { type: 'toggle' }],
    ['a', undefined],
  ])('%s moves the cursor', (key, event) => {
    expect(playbackKey(key, REST)).toEqual(event)
  })

  it.each([
    [60_000, 1_000],
    [HOUR, 30_000],
    [24 * HOUR, 300_000],
    [30 * 24 * HOUR, 24 * HOUR],
    [3650 * 24 * HOUR, 24 * HOUR],
  ])('moves in a range of %i ms by %i ms', (length, step) => {
    expect(stepMs({ from: 0, to: length })).toBe(step)
  })
})
