/** How values are folded, and the fold of none. */
export interface Folding {
  readonly combine: (left: number, right: number) => number
  readonly nothing: number
}

/**
 * The fold of the values in a window that moves over them. Each value is combined twice at most, however long the window is, and none is
 * subtracted, which would keep the rounding of values that have left.
 */
export function createSlidingFold({ combine, nothing }: Folding) {
  /** Of the values that are older than `newer`: the fold of each with all after it, the newest first. */
  let older: number[] = []
  let newer: number[] = []
  let ofNewer = nothing
  return {
    add: (value: number): void => {
      newer.push(value)
      ofNewer = combine(ofNewer, value)
    },

    /** Removes the oldest value. */
    drop: (): void => {
      if (older.length === 0) {
        let fold = nothing
        older = newer.reverse().map((value) => (fold = combine(value, fold)))
        newer = []
        ofNewer = nothing
      }
      older.pop()
    },

    fold: (): number => combine(older.at(-1) ?? nothing, ofNewer),
  }
}
