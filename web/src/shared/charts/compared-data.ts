import type uPlot from 'uplot'
import type { ChartColours } from './chart-colours.ts'
import { type ChartLine, scaleKey } from './chart-line.ts'
import { drawLine, pixelScale, shownTimeOf, visibleGapMs } from './line-path.ts'
import { type ChartData, lowerBound, type SeriesData } from './series-buffer.ts'
import { nearestRow, rowsAround } from './value-range.ts'

/** How much of the colour of its line a line of the other period has. */
const FADED = 0.4
/** In CSS pixels. */
const WIDTH = 1.75

interface Drawing {
  readonly lines: readonly ChartLine[]
  readonly colours: ChartColours
}

/** Draws the lines of the period that is compared with, under those that are compared. */
export function drawCompared(plot: uPlot, data: ChartData, { lines, colours }: Drawing): void {
  const { ctx, bbox } = plot
  const [from, to] = rowsInSight(plot, data)
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  ctx.globalAlpha = FADED
  ctx.lineWidth = WIDTH * devicePixelRatio
  ctx.lineJoin = 'round'
  for (const [index, line] of lines.entries()) {
    const y = data.columns[index]
    if (y === undefined || plot.series[index + 1]?.show !== true) continue
    const [first, last] = rowsAround(y, from - 1, to + 1)
    const path = new Path2D()
    drawLine(
      {
        x: data.x,
        y,
        from: first,
        to: last,
        maxGapMs: visibleGapMs(line.maxGapMs, shownTimeOf(plot), data.columnMs),
        pixelX: pixelScale(plot, 'x', [bbox.left, bbox.left + bbox.width]),
        pixelY: pixelScale(plot, scaleKey(line), [bbox.top + bbox.height, bbox.top]),
      },
      path,
    )
    ctx.strokeStyle = colours.series[index] ?? ''
    ctx.stroke(path)
  }
  ctx.restore()
}

/** The first and the last row within the shown time, both included; the last one is less where there is none. */
export function rowsInSight(plot: Pick<uPlot, 'scales'>, { x }: Pick<SeriesData, 'x'>): [from: number, to: number] {
  const { min, max } = plot.scales['x'] ?? {}
  return [lowerBound(x, min ?? 0), lowerBound(x, (max ?? 0) + 1) - 1]
}

interface Place {
  /** The index of the line. */
  readonly index: number
  readonly at: number
  /** How far away the value may be. */
  readonly reachMs: number
}

/** The value that a line is compared with at a moment. */
export function comparedValue({ x, columns }: SeriesData, { index, at, reachMs }: Place): number | undefined {
  const column = columns[index]
  if (column === undefined || x.length === 0) return undefined
  const row = nearestRow(x, column, Math.min(lowerBound(x, at), x.length - 1), at, reachMs)
  return row === undefined ? undefined : column[row]
}
