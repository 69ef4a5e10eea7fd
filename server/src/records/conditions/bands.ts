import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Transition } from './judge-reading.ts'

/** A period of one or more in which a condition held, for a drawing. Epoch milliseconds. */
export interface Band {
  readonly from: number
  readonly to: number
  readonly count: number
  /** The last one is ongoing. */
  readonly ongoing?: boolean
}

/** Joins those, in the order of their start, between which there is less than one column of the drawing. */
export function joinBands(bands: readonly Band[], columnMs: number): Band[] {
  const joined: Band[] = []
  for (const band of bands) {
    const last = joined.at(-1)
    if (last === undefined || band.from - last.to >= columnMs) joined.push(band)
    else {
      const to = Math.max(last.to, band.to)
      joined[joined.length - 1] = {
        from: last.from,
        to,
        count: last.count + band.count,
        ongoing: last.ongoing === true || band.ongoing === true,
      }
    }
  }
  return joined
}

/** When a condition held within a range, by what began and ended in it and the last transition before, in the order of time. */
export function bandsOf(transitions: readonly Pick<Transition, 'kind' | 'at'>[], { from, to }: TimeRange): Band[] {
  const bands: Band[] = []
  let since: number | undefined
  for (const { kind, at } of [...transitions, { kind: 'ended', at: to } as const]) {
    if (kind === 'began') since ??= at
    else {
      if (since !== undefined && at >= from) bands.push({ from: since, to: at, count: 1 })
      since = undefined
    }
  }
  return bands
}
