import type uPlot from 'uplot'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { type AxisRoom, EDGE, type Side } from './axis-room.ts'
import type { ChartColours } from './chart-colours.ts'
import { axisScaleKey, type ChartLine, scaleKey, unitsOf } from './chart-line.ts'
import { labelsThatFit, tickLabels, tickSpace } from './time-ticks.ts'
import { drawnShare } from './value-range.ts'
import { numberText, scientificText } from '@fieldwatch/contract/text/number-text'

/** Between a value and the plot, and between a value and the edge of the picture. */
const VALUE_GAPS = 5 + 4
const TOP = 12
/** Room above the plot for the units of its axes. */
const TOP_WITH_UNITS = 26
const UNIT_GAP = 9

export interface ChartSize {
  width: number
  height: number
}

export interface AxisRequest {
  lines: readonly ChartLine[]
  /** Keys of the lines that are not drawn. */
  hidden: ReadonlySet<string>
  /** The room beside the plots of the page. */
  room: AxisRoom
  size: ChartSize
  colours: ChartColours
  font: string
  timeFormat: TimeFormat
}

/** What knows how wide a text is: the canvas of the chart. */
type Pen = Pick<CanvasRenderingContext2D, 'font' | 'measureText'>

type ShownLines = Pick<AxisRequest, 'lines' | 'hidden'>

/** The units that have an axis: the first two of the lines that are drawn. The others are in the legend only. */
export function axisUnits({ lines, hidden }: ShownLines): (string | undefined)[] {
  return unitsOf(lines.filter(({ key }) => !hidden.has(key))).slice(0, 2)
}

/** The axes of a chart: time below, the first unit to the left, the second to the right. */
export function chartAxes(request: AxisRequest): uPlot.Axis[] {
  const { colours, font, timeFormat } = request
  const time: uPlot.Axis = {
    font,
    stroke: colours.text,
    ticks: { show: false },
    grid: { show: false },
    size: 44,
    space: (_plot, _axis, from, to, width) => tickSpace({ from, to, width }, timeFormat),
    values: (plot, ticks, _axis, _space, step) =>
      labelsThatFit(tickLabels(ticks, step, timeFormat), roomOf(plot, ticks, font)),
  }
  const [left, right] = axisUnits(request).map((unit) => valueAxis(request, unit))
  if (left === undefined) return [time]
  const first = { ...left, size: axisWidth(request, 'left'), grid: { stroke: colours.line, width: 1 } }
  if (right === undefined) return [time, first]
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the right side; its name is for other compilers
  return [time, first, { ...right, size: axisWidth(request, 'right'), grid: { show: false }, side: 1 }]
}

/** The width of an axis follows its labels and those of the other charts of the page. */
function axisWidth({ room, font }: AxisRequest, side: Side): uPlot.Axis.Size {
  return (plot, labels: readonly string[] | null) => {
    room.need(plot, side, labels === null || labels.length === 0 ? undefined : widest(plot.ctx, labels, font))
    return room.at(side)
  }
}

/** What stays free around the plot and its axes: above, right, below, left. */
export function chartPadding(
  request: AxisRequest,
): [top: number, right: () => number, bottom: number, left: () => number] {
  const { room } = request
  const units = axisUnits(request)
  const top = units.some((unit) => unit !== undefined) ? TOP_WITH_UNITS : TOP
  const right = (): number => (units.length > 1 ? 0 : room.at('right'))
  return [top, right, 0, () => (units.length > 0 ? 0 : room.at('left'))]
}

/** How wide the labels of an axis are, in pixels of the page. */
function widest(pen: Pen, labels: readonly string[], font: string): number {
  pen.font = font
  return VALUE_GAPS + Math.max(...labels.map((label) => pen.measureText(label).width))
}

/** Writes the unit of each axis above it. */
export function drawUnits({ ctx, bbox, width }: uPlot, request: AxisRequest): void {
  const scale = devicePixelRatio
  const [left, right] = axisUnits(request)
  ctx.save()
  ctx.font = scaledFont(request.font, scale)
  ctx.textBaseline = 'bottom'
  const y = bbox.top - UNIT_GAP * scale
  for (const { unit, align, x } of [
    { unit: left, align: 'left', x: EDGE * scale },
    { unit: right, align: 'right', x: (width - EDGE) * scale },
  ] as const) {
    ctx.fillStyle = axisColour(request, unit)
    ctx.textAlign = align
    ctx.fillText(unit ?? '', x, y)
  }
  ctx.restore()
}

function roomOf(plot: uPlot, ticks: readonly number[], font: string): Parameters<typeof labelsThatFit>[1] {
  const { ctx, bbox, width } = plot
  const left = bbox.left / devicePixelRatio
  return {
    places: ticks.map((at) => left + plot.valToPos(at, 'x')),
    width,
    measure: (line) => {
      ctx.font = font
      return ctx.measureText(line).width
    },
  }
}

/** A CSS font in pixels of a canvas. */
export function scaledFont(font: string, scale: number): string {
  return font.replace(/(?<![\d.])[\d.]+px/, (size) => `${Number.parseFloat(size) * scale}px`)
}

function valueAxis(request: AxisRequest, unit: string | undefined): uPlot.Axis {
  return {
    font: request.font,
    stroke: axisColour(request, unit),
    ticks: { show: false },
    scale: axisScaleKey({ unit }),
    incrs: TICK_STEPS,
    values: (plot, ticks, _axis, _space, step) => {
      const { min, max } = plot.scales[scaleKey({ unit })] ?? {}
      const share = drawnShare(min ?? 0, max ?? 0)
      return valueTickLabels(
        ticks.map((tick) => tick / share),
        step / share,
      )
    },
  }
}

/** Of two axes, one that belongs to a single series has its colour. */
function axisColour(request: AxisRequest, unit: string | undefined): string {
  const { lines, hidden, colours } = request
  const own = lines.flatMap((line, index) => (line.unit === unit && !hidden.has(line.key) ? [index] : []))
  const isOneOfTwo = axisUnits(request).length > 1 && own.length === 1
  return isOneOfTwo ? (colours.series[own[0] ?? 0] ?? colours.text) : colours.text
}

/** Larger values are written with a power of ten where that is shorter, */
const PLAIN_BELOW = 1e6
/** and larger ones always. */
const GROUPED_BELOW = 1e12
/** More digits than this are no shorter with a power of ten. */
const MOST_DIGITS = 6
/** No number has more. */
const ALL_DIGITS = 17

/** The steps between ticks: 1, 2, 2.5 and 5 times every power of ten that a number can have. The library ends at 1e32. */
export const TICK_STEPS: number[] = Array.from({ length: 340 }, (_unused, index) => index - 32).flatMap((exponent) =>
  [1, 2, 2.5, 5].map((digit) => Number(`${digit}e${exponent}`)),
)

/** The words beside an axis of values: as many decimals as tell the ticks apart. */
export function valueTickLabels(ticks: readonly number[], step: number): string[] {
  const largest = Math.max(...ticks.map((tick) => Math.abs(tick)))
  const digits = Math.min(Math.max(Math.ceil(Math.log10(largest) - Math.log10(step)) + 2, 1), ALL_DIGITS)
  const decimals = decimalsOf(step)
  const isShorter = (largest >= PLAIN_BELOW || decimals > MOST_DIGITS) && digits <= MOST_DIGITS
  if (isShorter || largest >= GROUPED_BELOW || decimals > ALL_DIGITS)
    return ticks.map((tick) => (tick === 0 ? '0' : scientificText(tick, digits)))
  return ticks.map((tick) => numberText(tick, { least: decimals, most: decimals }))
}

/** How many decimals write a step exactly: 2 for 0.25. */
function decimalsOf(step: number): number {
  const [mantissa = '', exponent = ''] = step.toExponential().split('e')
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent))
}
