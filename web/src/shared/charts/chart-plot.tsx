import 'uplot/dist/uPlot.min.css'
import { startTransition, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { AxisRoom } from './axis-room.ts'
import { readChartColours } from './chart-colours.ts'
import type { ChartLine } from './chart-line.ts'
import type { ChartMarks } from './chart-marks.ts'
import type { ChartSize } from './chart-axes.ts'
import { createChartRenderer, type ChartReading, type ChartRenderer } from './chart-renderer.ts'
import { zoomedTo, type ChartWindow } from './chart-window.ts'
import type { ChartData } from './series-buffer.ts'
import type { VerticalLineStore } from './vertical-line.ts'

/** Data that change without React. */
export interface ChartFeed {
  data: () => ChartData
  subscribe: (listener: () => void) => () => void
}

export interface DrawnChart {
  /** The same array as long as nothing changes: other lines build the chart again. */
  lines: readonly ChartLine[]
  feed: ChartFeed
  /** The room beside the plots of the page. */
  room: AxisRoom
  window: ChartWindow
  /** All that can be shown: Escape and a double click go back to it. */
  extent: ChartWindow
  onWindow: (window: ChartWindow) => void
  /** What is marked beside the lines: the same object as long as nothing changes. */
  marks?: ChartMarks | undefined
  /** The lines of the period that is compared with, one column a line. */
  compared?: ChartFeed | undefined
  timeFormat: TimeFormat
  /** Charts with the same key share one cursor. */
  syncKey: string
  /** The line over all charts of the page. */
  verticalLine: VerticalLineStore
}

interface ChartPlotProps extends DrawnChart {
  /** Keys of the lines that are not drawn. */
  hidden: ReadonlySet<string>
  onReading: (reading: ChartReading) => void
  size: ChartSize
  rendererRef: RefObject<ChartRenderer | undefined>
}

/** How often a rolling window moves when nothing comes in. */
const ROLL_MS = 1000

/**
 * The canvas of a chart. New lines rebuild it, new data or another window redraw it, a new size resizes it. Another colour scheme
 * needs another `key`.
 */
export function ChartPlot(props: ChartPlotProps) {
  const { lines, feed, hidden, room, window, marks, compared, timeFormat, syncKey, verticalLine, size, rendererRef } =
    props
  const host = useRef<HTMLDivElement>(null)
  const currentWindow = useRef(window)

  const current = useEffectEvent(() => ({ size, hidden }))
  const extent = useEffectEvent(() => props.extent)
  const currentMarks = useRef(marks)
  const currentCompared = useRef(compared)
  const changeWindow = useEffectEvent((next: ChartWindow) => {
    // The chart itself follows in the next frame; React state comes later.
    currentWindow.current = next
    rendererRef.current?.drawAtOnce()
    startTransition(() => props.onWindow(next))
  })
  const read = useEffectEvent((reading: ChartReading) => props.onReading(reading))

  useEffect(() => {
    const element = host.current
    if (element === null) throw new Error('The plot has no element')
    const renderer = createChartRenderer({
      host: element,
      lines,
      ...current(),
      room,
      colours: readChartColours(element, lines),
      font: fontOf(element),
      timeFormat,
      syncKey,
      verticalLine,
      data: feed.data,
      window: () => currentWindow.current,
      extent: () => extent(),
      marks: () => currentMarks.current,
      compared: () => currentCompared.current?.data(),
      now: portalNow,
      onZoom: (span) => changeWindow(zoomedTo(span, extent())),
      onReset: () => changeWindow(extent()),
      onReading: (reading) => read(reading),
    })
    rendererRef.current = renderer
    const stop = feed.subscribe(renderer.draw)
    return () => {
      stop()
      renderer.destroy()
      rendererRef.current = undefined
    }
  }, [lines, feed, room, timeFormat, syncKey, verticalLine, rendererRef])

  const { width, height } = size
  useEffect(() => rendererRef.current?.resize({ width, height }), [width, height, rendererRef])

  useEffect(() => {
    // A gesture has been drawn already.
    if (currentWindow.current !== window) rendererRef.current?.draw()
    currentWindow.current = window
    const timer = setInterval(() => {
      if (window.kind === 'rolling') rendererRef.current?.draw()
    }, ROLL_MS)
    return () => clearInterval(timer)
  }, [window, rendererRef])

  useEffect(() => {
    if (currentMarks.current === marks) return
    currentMarks.current = marks
    rendererRef.current?.draw()
  }, [marks, rendererRef])

  useEffect(() => {
    currentCompared.current = compared
    rendererRef.current?.draw()
    return compared?.subscribe(() => rendererRef.current?.draw())
  }, [compared, rendererRef])

  useEffect(() => {
    for (const [index, { key }] of lines.entries())
      rendererRef.current?.setVisible(index, { visible: !hidden.has(key) })
  }, [hidden, lines, rendererRef])

  return <div ref={host} />
}

/** The font around, as a canvas names it. */
function fontOf(element: HTMLElement): string {
  const { fontSize, fontFamily } = getComputedStyle(element)
  return `${fontSize} ${fontFamily}`
}
