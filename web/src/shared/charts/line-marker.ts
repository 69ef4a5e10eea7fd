import type UPlot from 'uplot'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { ChartLine } from './chart-line.ts'
import classes from './line-marker.module.css'
import { lowerBound } from './series-buffer.ts'
import { nearestRow } from './value-range.ts'
import { readingText } from './value-text.ts'
import type { VerticalLineStore } from './vertical-line.ts'

interface LineMarkerOptions {
  plot: UPlot
  lines: readonly ChartLine[]
  /** Colours of the lines. */
  colours: readonly string[]
  line: VerticalLineStore
  timeFormat: TimeFormat
  /** How far from the line a value may be, in milliseconds. */
  reachMs: (line: ChartLine) => number
}

/** The vertical line in one chart, with the values at it. */
export interface LineMarker {
  /** The picture under it has changed. */
  place: () => void
  detach: () => void
}

/** A press that moves farther than this is a drag. */
const CLICK_PX = 3

export function attachLineMarker({ plot, lines, colours, line, timeFormat, reachMs }: LineMarkerOptions): LineMarker {
  const { over } = plot
  const marker = createMarker(over, lines, colours)
  const off = new AbortController()
  const { signal } = off
  let pressedAt: number | undefined
  let frame: number | undefined

  function place(): void {
    frame = undefined
    const { at, pinned } = line.current()
    // To ask the page for the width would lay it out again for each chart.
    const width = plot.bbox.width / window.devicePixelRatio
    const left = at === undefined ? -1 : plot.valToPos(at, 'x')
    marker.root.dataset['pinned'] = String(pinned)
    marker.root.hidden = at === undefined || left < 0 || left > width
    if (at === undefined || marker.root.hidden) return
    marker.root.style.transform = `translateX(${left}px)`
    marker.root.style.setProperty('--before', `${left}px`)
    marker.root.style.setProperty('--behind', `${width - left}px`)
    marker.root.dataset['side'] = left > width / 2 ? 'left' : 'right'
    marker.time.textContent = formatMoment(at, timeFormat)
    for (const [index, value] of marker.values.entries()) {
      const shown = plot.series[index + 1]?.show === true
      value.root.hidden = !shown
      const drawn = lines[index]
      if (!shown || drawn === undefined) continue
      value.reading.textContent = readingText(valueAt(plot, index, at, reachMs(drawn)), drawn.unit)
    }
  }

  function timeAt(clientX: number): number {
    return Math.round(plot.posToVal(clientX - over.getBoundingClientRect().left, 'x'))
  }

  over.addEventListener('pointerdown', ({ clientX }) => (pressedAt = clientX), { signal })
  over.addEventListener('pointermove', ({ clientX }) => line.tell({ type: 'pointed', at: timeAt(clientX) }), { signal })
  over.addEventListener('pointerleave', () => line.tell({ type: 'pointed', at: undefined }), { signal })
  over.addEventListener(
    'click',
    ({ clientX }) => {
      if (Math.abs(clientX - (pressedAt ?? clientX)) <= CLICK_PX) line.tell({ type: 'clicked', at: timeAt(clientX) })
    },
    { signal },
  )
  const stop = line.subscribe(() => {
    frame ??= requestAnimationFrame(place)
  })
  place()
  return {
    place,
    detach: () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      stop()
      off.abort()
      marker.root.remove()
    },
  }
}

function valueAt(plot: UPlot, index: number, at: number, reachMs: number): number | undefined {
  const [x, ...columns] = plot.data as unknown as Float64Array[]
  const column = columns[index]
  if (x === undefined || column === undefined) return undefined
  const row = nearestRow(x, column, lowerBound(x, at) - 1, at, reachMs)
  return row === undefined ? undefined : column[row]
}

function createMarker(over: HTMLElement, lines: readonly ChartLine[], colours: readonly string[]) {
  const root = element('div', classes['marker'])
  root.setAttribute('aria-hidden', 'true')
  const card = element('div', classes['card'])
  const time = element('div', classes['time'])
  const values = lines.map(({ label }, index) => {
    const value = element('div', classes['value'])
    value.style.setProperty('--series', colours[index] ?? '')
    const name = element('span', classes['name'])
    name.textContent = label
    const reading = element('span', classes['reading'])
    value.append(name, reading)
    return { root: value, reading }
  })
  card.append(time, ...values.map((value) => value.root))
  root.append(card)
  over.append(root)
  return { root, time, values }
}

function element(name: string, className: string | undefined): HTMLElement {
  const made = document.createElement(name)
  made.className = className ?? ''
  return made
}
