interface Place {
  readonly place: number
  readonly count: number
  /** Cells of a column, where they are in columns. */
  readonly row: number | undefined
}

/** To which cell a key leads; undefined for a key that leads nowhere. */
export function stepOf(key: string, { place, count, row }: Place): number | undefined {
  const [across, down] = row === undefined ? [1, 1] : [row, 1]
  const step: Record<string, number> = {
    ArrowRight: place + across,
    ArrowLeft: place - across,
    ArrowDown: place + down,
    ArrowUp: place - down,
    Home: 0,
    End: count - 1,
  }
  const next = step[key]
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next))
}
