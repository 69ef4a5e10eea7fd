/** How values are folded, and the fold of none. */
export interface Folding<T> {
  readonly combine: (left: T, right: T) => T
  readonly nothing: T
}

export interface SlidingFold<T> {
  add: (value: T) => void
  /** Removes the oldest value. */
  drop: () => void
  fold: () => T
}

/**
 * The fold of the values in a window that moves over them. Each value is combined twice at most, however long the window is, and none is
 * subtracted, which would keep the rounding of values that have left.
 */
export function createSlidingFold<T>({ combine, nothing }: Folding<T>): SlidingFold<T> {
  /** For each value that is older than `newer`, its fold with all after it, the newest first. */
  let older: T[] = []
  let newer: T[] = []
  let ofNewer = nothing
  return {
    add: (value) => {
      newer.push(value)
      ofNewer = combine(ofNewer, value)
    },

    drop: () => {
      if (older.length === 0) {
        let fold = nothing
        older = newer.reverse().map((value) => (fold = combine(value, fold)))
        newer = []
        ofNewer = nothing
      }
      older.pop()
    },

    fold: () => combine(older.at(-1) ?? nothing, ofNewer),
  }
}
