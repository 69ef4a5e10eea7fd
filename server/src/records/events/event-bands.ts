/** A period in which one or more occurrences were. Epoch milliseconds. */
export interface EventBand {
  readonly from: number
  readonly to: number
  readonly count: number
  /** The last one goes on. */
  readonly ongoing?: boolean
}

/** Joins those, in the order of their start, between which there is less than one column of the drawing. */
export function joinBands(bands: readonly EventBand[], columnMs: number): EventBand[] {
  const joined: EventBand[] = []
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
