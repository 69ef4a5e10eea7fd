interface Rotation {
  readonly pages: number
  readonly seconds: number
  /** Epoch milliseconds. */
  readonly begunAt: number
  readonly now: number
}

/** Which page is shown now: each for the same time, in their order. A clock that was set back begins with the first one. */
export function shownPage({ pages, seconds, begunAt, now }: Rotation): number {
  if (pages <= 1) return 0
  const turns = Math.floor(Math.max(0, now - begunAt) / (seconds * 1_000))
  return turns % pages
}
