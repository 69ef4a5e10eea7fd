import type { TimeRange } from '@fieldwatch/contract/time/times'
import { retainSearchParams } from '@tanstack/react-router'
import { ownSearch } from '#platform/address/own-search.ts'
import { formatPickedRange, parsePickedRange } from '#shared/time-range/picked-range.ts'

/** Whether late records count: as known now they do; as known then they are hidden until they arrived. */
export const KNOWN = ['now', 'then'] as const
export type Known = (typeof KNOWN)[number]

/** What the address of a page holds while it shows the past; all are left out while it is live. */
export interface ReplaySearch {
  /** The range, as `formatPickedRange` writes a fixed one. */
  replay?: string | undefined
  /** The moment that is shown, as an ISO time; the beginning of the range when left out. */
  moment?: string | undefined
  /** Left out for what is known now. */
  known?: 'then' | undefined
}

/** A moment of the past, in a range. */
export interface ReplayView {
  readonly range: TimeRange
  /** Epoch milliseconds, within the range. */
  readonly at: number
  readonly known: Known
}

/** Adding these to a change of the address leaves the past. */
export const LIVE: ReplaySearch = { replay: undefined, moment: undefined, known: undefined }

/** Keeps the moment on the way from one page that shows the past to another. */
export const keepReplay = retainSearchParams<ReplaySearch>(['replay', 'moment', 'known'])

/** Reads the part of an address that says which moment is shown. */
const readReplaySearch = ownSearch<ReplaySearch>(['replay', 'moment', 'known'], (raw) => {
  const view = replayOf({ replay: textOf(raw['replay']), moment: textOf(raw['moment']), known: knownOf(raw['known']) })
  return view === undefined ? {} : writeReplay(view)
})

/** Adds the replay to the part of the address that a page reads itself. */
export function withReplay<S extends object>(read: (raw: Record<string, unknown>) => S) {
  return (raw: Record<string, unknown>): S & ReplaySearch => ({ ...readReplaySearch(raw), ...read(raw) })
}

/** Undefined while the page is live, or when its address has no valid range. */
export function replayOf({ replay, moment, known }: ReplaySearch): ReplayView | undefined {
  const range = replay === undefined ? undefined : parsePickedRange(replay)
  if (range?.kind !== 'fixed') return undefined
  const { from, to } = range
  const at = moment === undefined ? Number.NaN : Date.parse(moment)
  return {
    range: { from, to },
    at: Number.isNaN(at) ? from : Math.min(to, Math.max(from, at)),
    known: known ?? 'now',
  }
}

export function writeReplay({ range, at, known }: ReplayView): ReplaySearch {
  return {
    replay: formatPickedRange({ kind: 'fixed', ...range }),
    moment: new Date(Math.round(at)).toISOString(),
    ...(known === 'then' ? { known } : {}),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function knownOf(value: unknown): 'then' | undefined {
  return value === 'then' ? value : undefined
}
