import type uPlot from 'uplot'
import type { TimeFormat } from '#platform/format/moment-text.ts'
import type { ChartColours } from './chart-colours.ts'
import { scaleKey, unitsOf, type ChartLine } from './chart-line.ts'
import { tickLabels } from './time-ticks.ts'
import { TICK_STEPS, valueTickLabels } from './value-ticks.ts'

/** Room beside the plot (specification, document 1, section 9). */
const WIDE = { left: 100, right: 85 }
/** A phone has no such room to give. */
const NARROW = { left: 52, right: 46 }
const NARROW_EDGE = 12
const LABEL_SIZE = 24

export interface ChartSize {
  width: number
  height: number
}

export interface AxisRequest {
  lines: readonly ChartLine[]
  size: ChartSize
  colours: ChartColours
  font: string
  timeFormat: TimeFormat
}

export function isNarrow(width: number): boolean {
  return width < 560
}

/** The axes of a chart: time below, the first unit to the left, the second to the right; further ones have only the legend. */
export function chartAxes(request: AxisRequest): uPlot.Axis[] {
  const { lines, size, colours, font, timeFormat } = request
  const [first, second] = unitsOf(lines)
  const margins = isNarrow(size.width) ? NARROW : WIDE
  const time: uPlot.Axis = {
    font,
    stroke: colours.text,
    ticks: { show: false },
    grid: { show: false },
    size: 44,
    space: 70,
    values: (_plot, ticks, _axis, _space, step) => tickLabels(ticks, step, timeFormat),
  }
  const left = { ...valueAxis(request, first, margins.left), grid: { stroke: colours.line, width: 1 } }
  if (!hasRightAxis(lines)) return [time, left]
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the right side; its name is for other compilers
  return [time, left, { ...valueAxis(request, second, margins.right), grid: { show: false }, side: 1 }]
}

/** What stays free to the right where no axis is. */
export function paddingRight({ lines, size }: Pick<AxisRequest, 'lines' | 'size'>): number {
  if (hasRightAxis(lines)) return 0
  return isNarrow(size.width) ? NARROW_EDGE : WIDE.right
}

function hasRightAxis(lines: readonly ChartLine[]): boolean {
  return unitsOf(lines).length > 1
}

/** An axis of a given width, with the unit written along it where there is room. */
function valueAxis(request: AxisRequest, unit: string | undefined, width: number): uPlot.Axis {
  const shared = {
    font: request.font,
    stroke: axisColour(request, unit),
    ticks: { show: false },
    scale: scaleKey({ unit }),
    incrs: TICK_STEPS,
    values: (_plot: uPlot, ticks: number[], _axis: number, _space: number, step: number) =>
      valueTickLabels(ticks, step),
  }
  if (unit === undefined || isNarrow(request.size.width)) return { ...shared, size: width }
  const label = { label: unit, labelFont: request.font, labelSize: LABEL_SIZE, labelGap: 0 }
  return { ...shared, ...label, size: width - LABEL_SIZE }
}

/** Of two axes, one that belongs to a single series has its colour. */
function axisColour({ lines, colours }: AxisRequest, unit: string | undefined): string {
  const own = lines.flatMap((line, index) => (line.unit === unit ? [index] : []))
  return hasRightAxis(lines) && own.length === 1 ? (colours.series[own[0] ?? 0] ?? colours.text) : colours.text
}
