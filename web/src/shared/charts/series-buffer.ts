/** Times and values side by side, oldest first; a missing value is NaN. The arrays are views: use them before the next change. */
export interface SeriesData {
  /** Epoch milliseconds, ascending, each once. */
  readonly x: Float64Array
  readonly columns: readonly Float64Array[]
}

/** What a chart draws. */
export interface ChartData extends SeriesData {
  /**
   * The width in milliseconds of columns that were reduced to the first, lowest, highest and last record; 0 when every record is
   * there.
   */
  readonly columnMs: number
}

/** Records of a chart as parallel typed arrays that grow at the end and shrink at the beginning. */
export interface SeriesBuffer {
  readonly length: number
  data: () => SeriesData
  /** Puts other data in place of all. */
  load: (data: SeriesData) => void
  /**
   * Puts values at a time, wherever it belongs. An undefined value leaves what is there; a row that was not there has
   * NaN instead.
   */
  upsert: (at: number, values: readonly (number | undefined)[]) => void
  /** Drops all rows before `at`. */
  trimBefore: (at: number) => void
}

const SMALLEST = 256

export function createSeriesBuffer(columnCount: number): SeriesBuffer {
  let x = new Float64Array(SMALLEST)
  let columns = Array.from({ length: columnCount }, () => new Float64Array(SMALLEST))
  let start = 0
  let end = 0

  /** Makes room for one more row at the end: by moving to the front where an eighth is free, otherwise by doubling. */
  function makeRoom(): void {
    if (end < x.length) return
    const capacity = start > x.length / 8 ? x.length : x.length * 2
    x = moved(x, capacity)
    columns = columns.map((column) => moved(column, capacity))
    end -= start
    start = 0
  }

  function moved(from: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
    const to = new Float64Array(capacity)
    to.set(from.subarray(start, end))
    return to
  }

  function insertRow(index: number, at: number): void {
    x.copyWithin(index + 1, index, end)
    x[index] = at
    for (const column of columns) {
      column.copyWithin(index + 1, index, end)
      column[index] = Number.NaN
    }
    end += 1
  }

  return {
    get length() {
      return end - start
    },
    data: () => ({ x: x.subarray(start, end), columns: columns.map((column) => column.subarray(start, end)) }),
    load: (data) => {
      x = copied(data.x)
      columns = columns.map((_column, index) =>
        copied(data.columns[index] ?? new Float64Array(data.x.length).fill(NaN)),
      )
      start = 0
      end = data.x.length
    },
    upsert: (at, values) => {
      makeRoom()
      const index = end === start || at > (x[end - 1] ?? 0) ? end : lowerBound(x, at, start, end)
      if (index === end || x[index] !== at) insertRow(index, at)
      columns.forEach((column, position) => {
        const value = values[position]
        if (value !== undefined) column[index] = value
      })
    },
    trimBefore: (at) => {
      start = lowerBound(x, at, start, end)
    },
  }
}

/** The first index in `[from, to)` whose time is not before `at`; `to` when there is none. */
export function lowerBound(x: Float64Array, at: number, from = 0, to = x.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** A copy with room to grow. */
function copied(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(Math.max(SMALLEST, Math.ceil(from.length * 1.25)))
  to.set(from)
  return to
}
