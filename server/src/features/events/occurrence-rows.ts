import type { Figures, Occurrence } from './occurrence.ts'

const HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END = -1
const NULL = -1
const FIELDS = 6
const FLOAT8 = 701
/** Without figures and starts: the number of fields, four numbers, an array of which nothing follows, and a `jsonb` without its text. */
const ROW_BYTES = 2 + 4 * 12 + 4 + 20 + 5
const JSONB_VERSION = 1
/** At most, of one figure. */
const FIGURE_BYTES = 12
const FIGURES = 4
const FIRST_ROWS = 64

/** Occurrences as `copy event_occurrence (…) from stdin binary` reads them, in one buffer that is used again. */
export interface OccurrenceRows {
  readonly count: () => number
  /** Left out: of the table that the rows are of. */
  readonly add: (occurrence: Occurrence, table?: number) => void
  /** All that was added. It changes once others are added. */
  readonly finish: () => Buffer
  readonly clear: () => void
}

/** The columns of a row, in their order. */
export const ROW_COLUMNS = 'event_table, start_at, end_at, last_at, figures, starts'

export function createOccurrenceRows(id = 0): OccurrenceRows {
  let bytes = Buffer.alloc(0)
  let view = viewOf(bytes)
  let count = 0
  let end = HEAD.length

  const makeRoom = (rowBytes: number): void => {
    if (end + rowBytes + 2 <= bytes.length) return
    const larger = Buffer.alloc(Math.max(2 * bytes.length, end + 2 + rowBytes, HEAD.length + FIRST_ROWS * rowBytes))
    larger.set(bytes.length === 0 ? HEAD : bytes.subarray(0, end))
    bytes = larger
    view = viewOf(bytes)
  }
  const int32 = (value: number): void => {
    view.setInt32(end, value)
    end += 4
  }
  const whole = (value: number | undefined): void => {
    int32(value === undefined ? NULL : 8)
    if (value === undefined) return
    view.setInt32(end, Math.floor(value / 2 ** 32))
    view.setUint32(end + 4, value >>> 0)
    end += 8
  }
  const double = (value: number | null): void => {
    int32(value === null ? NULL : 8)
    if (value === null) return
    view.setFloat64(end, value)
    end += 8
  }
  /** A `float8[]`. */
  const array = (figures: readonly Figures[]): void => {
    const start = end
    end += 4
    int32(figures.length === 0 ? 0 : 1)
    int32(figures.some(hasNull) ? 1 : 0)
    int32(FLOAT8)
    if (figures.length > 0) {
      int32(figures.length * FIGURES)
      int32(1)
    }
    for (const figure of figures) {
      double(figure.start)
      double(figure.least)
      double(figure.greatest)
      double(figure.mean)
    }
    view.setInt32(start, end - start - 4)
  }

  const json = (text: Buffer | undefined): void => {
    int32(text === undefined ? NULL : text.length + 1)
    if (text === undefined) return
    view.setUint8(end, JSONB_VERSION)
    bytes.set(text, end + 1)
    end += text.length + 1
  }

  return {
    count: () => count,

    add: ({ startAt, endAt, lastAt, figures, starts }, table = id) => {
      const hasStarts = starts?.some((value) => value !== null) === true
      const text = hasStarts ? Buffer.from(JSON.stringify(starts)) : undefined
      makeRoom(ROW_BYTES + figures.length * FIGURES * FIGURE_BYTES + (text?.length ?? 0))
      view.setInt16(end, FIELDS)
      end += 2
      whole(table)
      whole(startAt)
      whole(endAt)
      whole(lastAt)
      array(figures)
      json(text)
      count += 1
    },

    finish: () => {
      makeRoom(0)
      view.setInt16(end, END)
      return bytes.subarray(0, end + 2)
    },

    clear: () => {
      count = 0
      end = HEAD.length
    },
  }
}

function hasNull({ start, least }: Figures): boolean {
  return start === null || least === null
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
