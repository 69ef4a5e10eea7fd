import type uPlot from 'uplot'
import { portalNow } from '#platform/time/portal-clock.ts'
import { scaledFont } from './chart-axes.ts'
import type { ChartColours } from './chart-colours.ts'
import { scaleKey, type ChartLine } from './chart-line.ts'

/** What is marked in a chart beside its lines. */
export interface ChartMarks {
  /** Periods that are shaded, in the order of time. */
  readonly bands: readonly ChartBand[]
  /** Stretches without data, which are hatched, in the order of time. Epoch milliseconds. */
  readonly noData?: readonly { readonly from: number; readonly to: number }[] | undefined
  /** Moments and periods that someone wrote a note about. */
  readonly notes?: readonly ChartNote[] | undefined
  /** A limit at a value of some of the lines. */
  readonly limit: ChartLimit | undefined
}

export interface ChartBand {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  /** It is the one that the chart was opened for. */
  readonly strong: boolean
  /** It is ongoing: from its last record to now it is drawn dashed. */
  readonly ongoing?: boolean
}

export interface ChartNote {
  /** Epoch milliseconds; both the same for a moment. */
  readonly from: number
  readonly to: number
}

interface ChartLimit {
  /** As it is written beside it. */
  readonly label: string
  readonly value: number
  /** Which lines it is about, by their place. */
  readonly lines: readonly number[]
}

/** Between two lines of a hatching, in CSS pixels. */
const HATCH = 8
const HATCH_ALPHA = 0.35
const FAINT = 0.16
const STRONG = 0.34
const DASH = [6, 4]

/** Shades periods, under everything else. */
export function drawBands(plot: uPlot, { bands, noData = [] }: ChartMarks, colours: ChartColours): void {
  const { ctx, bbox } = plot
  const { min, max } = plot.scales['x'] ?? {}
  if (typeof min !== 'number' || typeof max !== 'number') return
  const place = { min, max, left: bbox.left, width: bbox.width }
  ctx.save()
  ctx.fillStyle = colours.mark
  for (const { left, width, strong } of bandRects(bands, place)) {
    ctx.globalAlpha = strong ? STRONG : FAINT
    ctx.fillRect(left, bbox.top, width, bbox.height)
  }
  const silent = bandRects(
    noData.map((stretch) => ({ ...stretch, strong: false })),
    place,
  )
  ctx.strokeStyle = colours.markText
  ctx.lineWidth = devicePixelRatio
  ctx.globalAlpha = HATCH_ALPHA
  for (const { left, width } of silent) hatch(ctx, { left, width, top: bbox.top, height: bbox.height })
  const open = openEnd(bands, portalNow())
  const [end] = open === undefined ? [] : bandRects([open], place)
  if (end !== undefined) outline(ctx, { ...end, top: bbox.top, height: bbox.height }, colours)
  ctx.restore()
}

/** The part of an ongoing band that is not known yet: from its last record to now. */
export function openEnd(bands: readonly ChartBand[], now: number): ChartBand | undefined {
  const last = bands.at(-1)
  return last?.ongoing === true && last.to < now ? { from: last.to, to: now, strong: false } : undefined
}

interface Rect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function hatch(ctx: CanvasRenderingContext2D, { left, top, width, height }: Rect): void {
  const step = HATCH * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  ctx.beginPath()
  for (let x = left - height; x < left + width; x += step) {
    ctx.moveTo(x, top + height)
    ctx.lineTo(x + height, top)
  }
  ctx.stroke()
  ctx.restore()
}

function outline(ctx: CanvasRenderingContext2D, { left, top, width, height }: Rect, colours: ChartColours): void {
  ctx.globalAlpha = 1
  ctx.strokeStyle = colours.mark
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash(DASH.map((length) => length * devicePixelRatio))
  ctx.strokeRect(left, top + 1, width, height - 2)
}

interface Place {
  /** The moments at both ends of the plot. */
  readonly min: number
  readonly max: number
  /** Where the plot is, in canvas pixels. */
  readonly left: number
  readonly width: number
}

interface BandRect {
  left: number
  width: number
  strong: boolean
}

/** Where bands are drawn: those in sight, each at least a pixel wide, and no two of one kind in one pixel. */
export function bandRects(bands: readonly ChartBand[], { min, max, left, width }: Place): BandRect[] {
  const rects: BandRect[] = []
  const pixelOf = (at: number) => left + Math.round(((Math.min(Math.max(at, min), max) - min) / (max - min)) * width)
  for (const { from, to, strong } of bands) {
    if (to < min || from > max) continue
    const start = Math.min(pixelOf(from), left + width - 1)
    const end = Math.max(pixelOf(to), start + 1)
    const last = rects.at(-1)
    if (last !== undefined && last.strong === strong && start <= last.left + last.width) {
      last.width = Math.max(last.width, end - last.left)
    } else rects.push({ left: start, width: end - start, strong })
  }
  return rects
}

/** Flags notes at the upper edge: a line down from the moment, and a bar over the period. */
export function drawNotes(plot: uPlot, { notes = [] }: ChartMarks, colours: ChartColours): void {
  const { ctx, bbox } = plot
  const { min, max } = plot.scales['x'] ?? {}
  if (notes.length === 0 || typeof min !== 'number' || typeof max !== 'number') return
  const scale = devicePixelRatio
  const bars = notes.toSorted((a, b) => a.from - b.from).map((note) => ({ ...note, strong: false }))
  ctx.save()
  ctx.fillStyle = colours.text
  ctx.strokeStyle = colours.text
  ctx.lineWidth = scale
  ctx.setLineDash([2 * scale, 3 * scale])
  for (const { left, width } of bandRects(bars, { min, max, left: bbox.left, width: bbox.width })) {
    ctx.fillRect(left, bbox.top, width, NOTE_BAR * scale)
    ctx.beginPath()
    ctx.moveTo(left, bbox.top)
    ctx.lineTo(left + NOTE_FLAG * scale, bbox.top + (NOTE_FLAG * scale) / 2)
    ctx.lineTo(left, bbox.top + NOTE_FLAG * scale)
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(left, bbox.top)
    ctx.lineTo(left, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** In CSS pixels. */
const NOTE_FLAG = 9
const NOTE_BAR = 2

interface Drawing {
  readonly lines: readonly ChartLine[]
  readonly colours: ChartColours
  /** As CSS has it. */
  readonly font: string
}

/** Draws the limit over the lines, where it is in sight and one of its lines is. */
export function drawLimit(plot: uPlot, { limit }: ChartMarks, { lines, colours, font }: Drawing): void {
  if (limit === undefined) return
  const shown = limit.lines.find((index) => plot.series[index + 1]?.show === true)
  const line = shown === undefined ? undefined : lines[shown]
  if (line === undefined) return
  const { ctx, bbox } = plot
  const y = Math.round(plot.valToPos(limit.value, scaleKey(line), true))
  if (!Number.isFinite(y) || y < bbox.top || y > bbox.top + bbox.height) return
  const scale = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colours.markText
  ctx.fillStyle = colours.markText
  ctx.lineWidth = scale
  ctx.setLineDash(DASH.map((length) => length * scale))
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.font = scaledFont(font, scale)
  ctx.textAlign = 'right'
  const isAtTop = y - bbox.top < LABEL_ROOM * scale
  ctx.textBaseline = isAtTop ? 'top' : 'bottom'
  ctx.fillText(limit.label, bbox.left + bbox.width - LABEL_GAP * scale, y + (isAtTop ? LABEL_GAP : -LABEL_GAP) * scale)
  ctx.restore()
}

const LABEL_GAP = 4
/** So much room a label above the line takes. */
const LABEL_ROOM = 18
