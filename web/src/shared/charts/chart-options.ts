import type { TimeRange } from '@fieldwatch/contract/time/times'
import type uPlot from 'uplot'
import { type AxisRequest, chartAxes, chartPadding, drawUnits } from './chart-axes.ts'
import { type ChartMarks, drawBands, drawLimit, drawNotes } from './chart-marks.ts'
import { axisScaleKey, scaleKey, type ChartLine } from './chart-line.ts'
import { drawCompared, rowsInSight } from './compared-data.ts'
import { drawLine, pixelScale } from './line-path.ts'
import type { ChartData } from './series-buffer.ts'
import { drawnShare, nearestRow, rowsAround, valueRange } from './value-range.ts'

export interface ChartOptionsRequest extends AxisRequest {
  /** Charts with the same key share one cursor. */
  syncKey: string
  onSelect: (span: TimeRange) => void
  onReset: () => void
  onCursor: () => void
  /** The plot has another place in the picture. */
  onLayout: () => void
  /** The silence that breaks a line as it is shown, in milliseconds. */
  gapMs: (plot: uPlot, line: ChartLine) => number
  /** What is marked now. */
  marks: () => ChartMarks | undefined
  /** The lines of the period that is compared with, at the times where they are drawn. */
  compared: () => ChartData | undefined
}

/** The configuration of the drawing library for a chart. */
export function chartOptions(request: ChartOptionsRequest): uPlot.Options {
  const { lines, size, syncKey, onSelect, onReset, onCursor, onLayout, gapMs, marks, compared } = request
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    padding: chartPadding(request),
    scales: {
      x: { time: true, auto: false },
      ...Object.fromEntries(lines.flatMap((line) => valueScales(line, compared))),
    },
    axes: chartAxes(request),
    series: [
      {},
      ...lines.map((line, index) => ({
        ...seriesOf(line, request.colours.series[index] ?? '', gapMs),
        show: !request.hidden.has(line.key),
      })),
    ],
    cursor: {
      y: false,
      // Charts share the cursor, not the zoom: presses stay with their chart.
      sync: { key: syncKey, scales: ['x', null], filters: { pub: isCursorMove } },
      drag: { x: true, y: false, setScale: false },
      points: {
        size: 8,
        width: 2,
        stroke: request.colours.surface,
        fill: (_plot, index) => request.colours.series[index - 1] ?? '',
      },
      dataIdx: (plot, index, hovered, at) => {
        const line = lines[index - 1]
        const column = plot.data[index]
        if (line === undefined || !(column instanceof Float64Array)) return hovered
        return nearestRow(plot.data[0] as Float64Array, column, hovered, at, gapMs(plot, line)) ?? null
      },
      bind: {
        dblclick: () => () => {
          onReset()
          return null
        },
      },
    },
    hooks: {
      drawClear: [(plot) => drawMarks(marks(), (shown) => drawBands(plot, shown, request.colours))],
      drawAxes: [
        (plot) => drawUnits(plot, request),
        (plot) => {
          const data = compared()
          if (data !== undefined) drawCompared(plot, data, request)
        },
      ],
      setSize: [onLayout],
      draw: [
        (plot) => request.room.laidOut(plot),
        (plot) =>
          drawMarks(marks(), (shown) => {
            drawLimit(plot, shown, request)
            drawNotes(plot, shown, request.colours)
          }),
      ],
      setCursor: [onCursor],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < 3) return
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          onSelect({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') })
        },
      ],
    },
  }
}

function drawMarks(marks: ChartMarks | undefined, draw: (marks: ChartMarks) => void): void {
  if (marks !== undefined) draw(marks)
}

function isCursorMove(type: string): boolean {
  return type === 'mousemove' || type === 'mouseleave'
}

function seriesOf(line: ChartLine, stroke: string, gapMs: ChartOptionsRequest['gapMs']): uPlot.Series {
  return {
    label: line.label,
    scale: scaleKey(line),
    stroke,
    width: LINE_WIDTH,
    points: { show: false },
    // The range is computed here: the library would take a missing value for the smallest.
    auto: false,
    spanGaps: true,
    paths: linePath((plot) => gapMs(plot, line)),
  }
}

const LINE_WIDTH = 1.75
/** Dense lines are one pixel wide: they fill the columns anyway, and draw many times faster. */
const DENSE_WIDTH = 1
const DENSE_POINTS = 2

function linePath(gapMs: (plot: uPlot) => number): uPlot.Series.PathBuilder {
  return (plot, index, from, to) => {
    const stroke = new Path2D()
    const series = plot.series[index]
    const scale = series?.scale ?? ''
    const pixelX = pixelScale(plot, 'x', [plot.bbox.left, plot.bbox.left + plot.bbox.width])
    const pixelY = pixelScale(plot, scale, [plot.bbox.top + plot.bbox.height, plot.bbox.top])
    const dense = to - from > (DENSE_POINTS * plot.bbox.width) / devicePixelRatio
    // The library asks for the width after the path.
    if (series !== undefined) series.width = dense ? DENSE_WIDTH : LINE_WIDTH
    const y = plot.data[index] as Float64Array
    // Extends the line to the nearest values outside: rows of other lines have none here.
    const [first, last] = rowsAround(y, from, to)
    drawLine({ x: plot.data[0], y, from: first, to: last, maxGapMs: gapMs(plot), pixelX, pixelY }, stroke)
    return { stroke, flags: 1 }
  }
}

/** The scale of the lines of a unit, and that of its ticks. */
function valueScales(line: ChartLine, compared: () => ChartData | undefined): [string, uPlot.Scale][] {
  const range = scaleRange(compared)
  let share = 1
  return [
    [
      scaleKey(line),
      {
        range: (...asked) => {
          const [low, high] = range(...asked)
          share = drawnShare(low, high)
          return [low, high]
        },
        distr: CUSTOM,
        fwd: (value) => value * share,
        bwd: (value) => value / share,
      },
    ],
    [
      axisScaleKey(line),
      {
        from: scaleKey(line),
        range: (_plot, low, high) => [low * drawnShare(low, high), high * drawnShare(low, high)],
        distr: LINEAR,
      },
    ],
  ]
}

/** As the library numbers them. */
const LINEAR = 1
const CUSTOM = 100

/** The values in sight, those that they are compared with included. */
function scaleRange(
  compared: () => ChartData | undefined,
): (plot: uPlot, min: number | null, max: number | null, key: string) => [number, number] {
  return (plot, _min, _max, key) => {
    const isShown = (series: uPlot.Series, index: number): boolean =>
      index > 0 && series.show === true && series.scale === key
    const shown = plot.series.flatMap((series, index) =>
      isShown(series, index) ? [plot.data[index] as Float64Array] : [],
    )
    const [from = 0, to = -1] = plot.series[0]?.idxs ?? []
    const data = compared()
    const others = plot.series.flatMap((series, index) =>
      isShown(series, index) ? (data?.columns.slice(index - 1, index) ?? []) : [],
    )
    const rows = data === undefined ? undefined : rowsInSight(plot, data)
    return valueRange(
      { columns: shown, from, to: plot.data[0].length === 0 ? -1 : to },
      rows && { columns: others, from: rows[0], to: rows[1] },
    )
  }
}
