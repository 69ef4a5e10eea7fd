import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fieldwatch/contract/time/durations'
import type { TimeRange } from '@fieldwatch/contract/time/times'

/** How many times as fast as the clock the past can be played. */
export const SPEEDS = [1, 10, 60, 300, 1000] as const
export type Speed = (typeof SPEEDS)[number]

/** Where the cursor is in a range, and whether it moves. Times in epoch milliseconds. */
export interface Playback {
  readonly range: TimeRange
  readonly at: number
  readonly isPlaying: boolean
  readonly speed: Speed
}

export type PlaybackEvent =
  /** So much time went by on the clock. */
  | { readonly type: 'tick'; readonly elapsedMs: number }
  /** Stops at a moment. */
  | { readonly type: 'seek'; readonly at: number }
  /** Moves by so much. */
  | { readonly type: 'move'; readonly byMs: number }
  | { readonly type: 'toggle' }
  | { readonly type: 'pause' }
  | { readonly type: 'speed'; readonly speed: Speed }

/** A tab that was hidden, or a device that slept, does not jump further than this. */
const LONGEST_TICK_MS = 1_000

/** What becomes of the playback. It stops at the end of its range, and starts there from the beginning. */
// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
export function playbackStep(before: Playback, event: PlaybackEvent): Playback {
  const { range, at, speed, isPlaying } = before
  switch (event.type) {
    case 'tick': {
      if (!isPlaying) return before
      const next = Math.min(range.to, at + Math.min(event.elapsedMs, LONGEST_TICK_MS) * speed)
      return { ...before, at: next, isPlaying: next < range.to }
    }
    case 'seek':
      return { ...before, at: within(range, event.at), isPlaying: false }
    case 'move':
      return { ...before, at: within(range, at + event.byMs), isPlaying: false }
    case 'toggle':
      return { ...before, at: !isPlaying && at >= range.to ? range.from : at, isPlaying: !isPlaying }
    case 'pause':
      return isPlaying ? { ...before, isPlaying: false } : before
    case 'speed':
      return { ...before, speed: event.speed }
  }
}

function within({ from, to }: TimeRange, at: number): number {
  return Math.min(to, Math.max(from, at))
}

const STEPS = [
  SECOND_MS,
  5 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  DAY_MS,
]
/** A range has about so many steps. */
const STEPS_OF_RANGE = 288

/** By how much an arrow key moves the cursor: a round time that suits the length of the range. */
export function stepMs({ from, to }: TimeRange): number {
  const wanted = (to - from) / STEPS_OF_RANGE
  return STEPS.find((step) => step >= wanted) ?? DAY_MS
}

/** So many steps a page key moves the cursor. */
const PAGE = 12

/** What a key does; undefined for keys that do nothing here. */
export function playbackKey(key: string, { range }: Pick<Playback, 'range'>): PlaybackEvent | undefined {
  const step = stepMs(range)
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return { type: 'move', byMs: -step }
    case 'ArrowRight':
    case 'ArrowUp':
      return { type: 'move', byMs: step }
    case 'PageDown':
      return { type: 'move', byMs: -PAGE * step }
    case 'PageUp':
      return { type: 'move', byMs: PAGE * step }
    case 'Home':
      return { type: 'seek', at: range.from }
    case 'End':
      return { type: 'seek', at: range.to }
    case ' ':
      return { type: 'toggle' }
    default:
      return undefined
  }
}
