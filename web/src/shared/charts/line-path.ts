import type { TimeRange } from '@fieldwatch/contract/time/times'
import type uPlot from 'uplot'
import { drawnShare } from './value-range.ts'

/** What a line is drawn with; a `Path2D` is one. */
interface Pen {
  moveTo: (x: number, y: number) => void
  lineTo: (x: number, y: number) => void
}

interface LineRequest {
  /** Epoch milliseconds. */
  x: ArrayLike<number>
  /** A missing value is NaN. */
  y: ArrayLike<number | null | undefined>
  /** First and last index, both included. */
  from: number
  to: number
  /** A longer silence than this breaks the line. */
  maxGapMs: number
  pixelX: (at: number) => number
  pixelY: (value: number) => number
}

/** Half the length of the dash that marks a point without neighbours. */
const DOT = 1.5

/**
 * Draws one series. Missing values are skipped; only a long gap breaks the line. Of the points in one pixel column only the
 * first, lowest, highest and last are drawn, which gives the same picture.
 */
export function drawLine({ x, y, from, to, maxGapMs, pixelX, pixelY }: LineRequest, pen: Pen): void {
  let lastAt = Number.NEGATIVE_INFINITY
  let column = Number.NaN
  let low = 0
  let high = 0
  let last = 0
  let pointsInRun = 0

  function endColumn(): void {
    if (low !== high) {
      pen.lineTo(column, pixelY(low))
      pen.lineTo(column, pixelY(high))
      pen.lineTo(column, pixelY(last))
    }
  }

  function endRun(): void {
    if (pointsInRun === 0) return
    endColumn()
    if (pointsInRun > 1) return
    pen.moveTo(column - DOT, pixelY(last))
    pen.lineTo(column + DOT, pixelY(last))
  }

  for (let index = from; index <= to; index += 1) {
    const value = y[index]
    if (value === null || value === undefined || Number.isNaN(value)) continue
    const at = x[index] ?? 0
    const pixel = Math.round(pixelX(at))
    if (at - lastAt > maxGapMs) {
      endRun()
      pen.moveTo(pixel, pixelY(value))
      pointsInRun = 0
    } else if (pixel === column) {
      low = Math.min(low, value)
      high = Math.max(high, value)
      last = value
      pointsInRun += 1
      lastAt = at
      continue
    } else {
      endColumn()
      pen.lineTo(pixel, pixelY(value))
    }
    column = pixel
    low = value
    high = value
    last = value
    pointsInRun += 1
    lastAt = at
  }
  endRun()
}

/** From a value of a scale to a canvas pixel; a function of its own because it is called for every point. */
export function pixelScale(
  plot: Pick<uPlot, 'scales'>,
  scale: string,
  [start, end]: [number, number],
): (value: number) => number {
  const { min = 0, max = 1 } = plot.scales[scale] ?? {}
  const [low, high] = [min ?? 0, max ?? 1]
  const share = drawnShare(low, high)
  const distance = high * share - low * share || 1
  const factor = (end - start) / distance
  return (value) => start + (value * share - low * share) * factor
}

/** What is shown of time, and how many pixels wide. */
interface ShownTime extends TimeRange {
  readonly pixels: number
}

/** Shorter gaps are not visible. */
const VISIBLE_PIXELS = 2
/** In a reduced picture, neighbouring records are up to so many columns apart. */
const TELLING_COLUMNS = 2

/**
 * The gap that breaks a line, in milliseconds: longer than `maxGapMs`, wide enough to be seen, and longer than the distance of
 * records in a picture that was reduced to columns of `columnMs` (0 when it was not).
 */
export function visibleGapMs(maxGapMs: number, { from, to, pixels }: ShownTime, columnMs: number): number {
  return Math.max(maxGapMs, (VISIBLE_PIXELS * (to - from)) / Math.max(pixels, 1), TELLING_COLUMNS * columnMs)
}

/** In canvas pixels, several of which make a page pixel on dense screens. */
export function shownTimeOf(plot: Pick<uPlot, 'scales' | 'bbox'>): ShownTime {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {}
  return { from: min, to: max, pixels: plot.bbox.width }
}
