import UPlot from 'uplot'
import { attachGestures } from './chart-gestures.ts'
import type { ChartLine } from './chart-line.ts'
import { attachLineMarker, type LineMarker } from './line-marker.ts'
import type { ChartSize } from './chart-axes.ts'
import { chartOptions, type ChartOptionsRequest } from './chart-options.ts'
import { type ChartWindow, spanOf } from './chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { comparedValue } from './compared-data.ts'
import type { ChartData } from './series-buffer.ts'
import { lastRow } from './value-range.ts'
import type { VerticalLineStore } from './vertical-line.ts'
import { shownTimeOf, visibleGapMs } from './line-path.ts'

/** What is under the cursor, or the newest of each series while there is no cursor. */
export interface ChartReading {
  /** Epoch milliseconds under the cursor; undefined while there is none. */
  readonly at: number | undefined
  /** One a line; undefined where there is no value. */
  readonly values: readonly (number | undefined)[]
  /** What each value is compared with; undefined while nothing is compared. */
  readonly compared?: readonly (number | undefined)[] | undefined
}

/** Lines may be hidden later; another set of axes needs another chart. */
interface ChartRendererOptions extends Omit<ChartOptionsRequest, 'gapMs' | 'onSelect' | 'onCursor' | 'onLayout'> {
  host: HTMLElement
  /** The line over all charts of the page. */
  verticalLine: VerticalLineStore
  /** The data as they are now; asked for once a frame at most. */
  data: () => ChartData
  window: () => ChartWindow
  /** All that can be shown. */
  extent: () => ChartWindow
  now: () => number
  onZoom: (span: TimeRange) => void
  onReading: (reading: ChartReading) => void
}

/** Owns the canvas of one chart. */
export interface ChartRenderer {
  /** Draws what `data` and `window` give by then with the next frame; many calls make one drawing. */
  draw: () => void
  /** Draws now, so that a gesture is answered with the next frame. */
  drawAtOnce: () => void
  resize: (size: ChartSize) => void
  setVisible: (line: number, state: { visible: boolean }) => void
  /** Moves the cursor by a share of the width. */
  moveCursor: (share: number) => void
  destroy: () => void
}

export function createChartRenderer(options: ChartRendererOptions): ChartRenderer {
  const { host, data, lines } = options
  let frame: number | undefined
  let picture = data()

  const gapMs = (shown: UPlot, line: ChartLine): number =>
    visibleGapMs(line.maxGapMs, shownTimeOf(shown), picture.columnMs)
  // The library draws before there is a marker.
  let marker: LineMarker | undefined
  const plot = new UPlot(
    chartOptions({
      ...options,
      gapMs,
      onSelect: options.onZoom,
      onCursor: () => options.onReading(reading()),
      onLayout: () => marker?.place(),
    }),
    plotData(picture),
    host,
  )
  const detach = attachGestures(plot, {
    bounds: () => spanOf(options.extent(), options.now()),
    onZoom: options.onZoom,
  })

  marker = attachLineMarker({
    plot,
    lines,
    colours: options.colours.series,
    line: options.verticalLine,
    timeFormat: options.timeFormat,
    reachMs: (line) => gapMs(plot, line),
  })

  function drawNow(): void {
    frame = undefined
    const { from, to } = spanOf(options.window(), options.now())
    picture = data()
    plot.batch(() => {
      plot.setData(plotData(picture), false)
      plot.setScale('x', { min: from, max: to })
    })
    marker?.place()
    options.onReading(reading())
  }

  function reading(): ChartReading {
    const { left = -1, idxs = [] } = plot.cursor
    const inside = left >= 0
    const at = inside ? plot.posToVal(left, 'x') : undefined
    const rows = lines.map(
      (_line, index) => (inside ? idxs[index + 1] : lastRow(plot.data[index + 1] as Float64Array)) ?? undefined,
    )
    const other = options.compared()
    return {
      at,
      values: rows.map((row, index) => (row === undefined ? undefined : (plot.data[index + 1]?.[row] ?? undefined))),
      compared:
        other &&
        lines.map((line, index) => {
          const row = rows[index]
          const moment = at ?? (row === undefined ? undefined : plot.data[0][row])
          return moment === undefined
            ? undefined
            : comparedValue(other, { index, at: moment, reachMs: gapMs(plot, line) })
        }),
    }
  }

  options.room.join(plot, () => plot.redraw(true, true))
  drawNow()
  return {
    draw: () => {
      frame ??= requestAnimationFrame(drawNow)
    },
    drawAtOnce: () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      drawNow()
    },
    resize: (size) => {
      if (size.width === plot.width && size.height === plot.height) return
      plot.setSize(size)
    },
    setVisible: (line, { visible }) => {
      if (plot.series[line + 1]?.show === visible) return
      plot.setSeries(line + 1, { show: visible })
      marker?.place()
    },
    moveCursor: (share) => {
      const { width } = plot.over.getBoundingClientRect()
      const { left = -1 } = plot.cursor
      const next = left < 0 ? width : left + width * share
      plot.setCursor({ left: Math.min(width, Math.max(0, next)), top: 0 })
    },
    destroy: () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      detach()
      marker?.detach()
      plot.destroy()
      options.room.leave(plot)
    },
  }
}

function plotData({ x, columns }: ChartData): UPlot.AlignedData {
  return [x, ...columns]
}
