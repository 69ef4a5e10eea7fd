import type { Playback } from './playback.ts'

/** Between two moments that are asked for while playing: on the clock, so that few frames draw another one, and at least in the time that is played. */
const GRID_CLOCK_MS = 500
const LEAST_GRID_MS = 1_000
/** So many moments are read ahead. */
const AHEAD = 6

type Cursor = Pick<Playback, 'at' | 'isPlaying' | 'speed' | 'range'>

function gridMs(speed: number): number {
  return Math.max(LEAST_GRID_MS, speed * GRID_CLOCK_MS)
}

/** The moments that the cursor passes next, from the one that it is at on: those of a grid while it plays. */
function momentsAhead({ at, isPlaying, speed, range }: Cursor): number[] {
  if (!isPlaying) return [Math.round(at)]
  const grid = gridMs(speed)
  const first = Math.floor(at / grid) * grid
  return Array.from({ length: AHEAD }, (_unused, place) => first + place * grid)
    .map((moment) => Math.min(range.to, Math.max(range.from, moment)))
    .filter((moment, place, all) => all.indexOf(moment) === place)
}

/** The moment to ask for: where the cursor rests, or the next one that it will pass; undefined when all are known. */
export function nextMoment(cursor: Cursor, isKnown: (at: number) => boolean): number | undefined {
  return momentsAhead(cursor).find((moment) => !isKnown(moment))
}

/**
 * The moment to show of those that are known. A cursor that rests shows exactly its own; one that plays shows the last one that it has
 * passed. Undefined: what was shown before stays until the moment is known.
 */
export function momentToShow(cursor: Cursor, known: Iterable<number>): number | undefined {
  const { at, isPlaying, speed } = cursor
  const exact = Math.round(at)
  const oldest = isPlaying ? at - AHEAD * gridMs(speed) : exact
  let best: number | undefined
  for (const moment of known) {
    if (moment > exact || moment < oldest) continue
    if (best === undefined || moment > best) best = moment
  }
  return best
}
