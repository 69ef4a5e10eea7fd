import { scaleLinear } from 'd3-scale'
import { arc } from 'd3-shape'
import type { Gauge } from '@fieldwatch/contract/widgets/gauge'

/** About so many values are along the arc (specification, document 1, section 9). */
const GAUGE_TICKS = 7

/** The drawing's own units; the arc's centre is the origin. */
const OUTER = 80
const INNER = 60
/** With steps, these are outside and the value is inside of them, so that neither hides the other. */
const STEPS = { inner: 72, outer: OUTER }
const BENEATH_STEPS = { inner: INNER, outer: 70 }
/** Without steps the value is in the middle of the arc. */
const MIDDLE = { inner: 65, outer: 75 }
/** Half of the angle of the arc; the opening is at the bottom. */
const SPREAD = (2 * Math.PI) / 3

interface GaugeArc {
  readonly key: string
  readonly path: string
  readonly colour: string | undefined
}

interface GaugeTick {
  readonly value: number
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
  /** It is shown where the dial is small: an end or the middle of the ticks. */
  readonly major: boolean
}

export interface GaugeDrawing {
  readonly track: string
  readonly steps: readonly GaugeArc[]
  /** From the lower end to the value; undefined without a value. */
  readonly bar: string | undefined
  /** The colour of the step that the value is in, or of the gauge. */
  readonly barColour: string | undefined
  readonly ticks: readonly GaugeTick[]
  /** A line across the arc. */
  readonly threshold: { x1: number; y1: number; x2: number; y2: number } | undefined
}

/** On which side of its range a value lies; undefined within it. */
export function beyondRange({ range: [low, high] }: Gauge, value: number): 'above' | 'below' | undefined {
  if (value > high) return 'above'
  return value < low ? 'below' : undefined
}

/** The shapes of a gauge. A value outside the range is drawn at its end. */
export function gaugeDrawing(gauge: Gauge, value: number | undefined): GaugeDrawing {
  const [low, high] = gauge.range
  const angle = scaleLinear([low, high], [-SPREAD, SPREAD]).clamp(true)
  const hasSteps = (gauge.steps ?? []).length > 0
  return {
    track: ring(-SPREAD, SPREAD, { inner: INNER, outer: OUTER }),
    steps: (gauge.steps ?? []).map(({ range, color, thickness = 1 }, index) => ({
      key: `${index} ${color}`,
      path: ring(angle(range[0]), angle(range[1]), thinned(STEPS, thickness)),
      colour: color,
    })),
    bar: value === undefined ? undefined : ring(-SPREAD, angle(value), hasSteps ? BENEATH_STEPS : MIDDLE),
    barColour: value === undefined ? undefined : (stepAt(gauge, value)?.color ?? gauge.color),
    ticks: tickValues(gauge.range).map((at, index, all) => {
      const place = point(angle(at), OUTER + 8)
      return { value: at, ...place, anchor: anchorOf(place), major: index % ((all.length - 1) / 2) === 0 }
    }),
    threshold: gauge.threshold === undefined ? undefined : mark(angle(gauge.threshold)),
  }
}

/** The step that a value is in. Of two that share a limit it is the upper one; a value outside the range counts as its end. */
function stepAt(
  { steps = [], range: [low, high] }: Gauge,
  value: number,
): NonNullable<Gauge['steps']>[number] | undefined {
  const shown = Math.min(high, Math.max(low, value))
  return (
    steps.findLast(({ range: [from, to] }) => from <= shown && shown < to) ??
    steps.findLast(({ range: [from, to] }) => from <= shown && shown <= to)
  )
}

/** Round values along a range: from end to end where a round step does that, about as many as specified. */
export function tickValues(range: readonly [number, number]): number[] {
  const step = tickStep(range)
  const [first, last] = multiplesIn(range, step)
  return Array.from({ length: last - first + 1 }, (_unused, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The decimals that write the tick values of a range exactly. */
export function tickDecimals(range: readonly [number, number]): number {
  const [mantissa = '', exponent = ''] = tickStep(range).toExponential().split('e')
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent))
}

/** How much more or fewer ticks than specified a step may bring that reaches both ends. */
const SPARE_TICKS = 3

function tickStep(range: readonly [number, number]): number {
  const [low, high] = range
  const power = Math.floor(Math.log10((high - low) / (GAUGE_TICKS - 1)))
  const steps = [power, power + 1].flatMap((exponent) =>
    [1, 2, 2.5, 3, 4, 5].map((digit) => Number(`${digit}e${exponent}`)),
  )
  const candidates = steps.map((step) => {
    const [first, last] = multiplesIn(range, step)
    return {
      step,
      off: Math.abs(last - first + 1 - GAUGE_TICKS),
      ends: isMultiple(low, step) && isMultiple(high, step),
    }
  })
  const complete = candidates.filter(({ ends, off }) => ends && off <= SPARE_TICKS)
  // 3 and 4 are round only where they divide the whole range.
  const others = candidates.filter(({ step }) => !/^[34]/.test(step.toExponential()))
  const [best] = (complete.length > 0 ? complete : others).toSorted((one, other) => one.off - other.off)
  return best?.step ?? high - low
}

/** The first and the last multiple of a step within a range. */
function multiplesIn([low, high]: readonly [number, number], step: number): [number, number] {
  return [Math.ceil(low / step - TOLERANCE), Math.floor(high / step + TOLERANCE)]
}

/** Against what is left of decimal fractions. */
const TOLERANCE = 1e-9

function isMultiple(value: number, step: number): boolean {
  return Math.abs(value / step - Math.round(value / step)) < TOLERANCE
}

interface Radii {
  readonly inner: number
  readonly outer: number
}

/** A stretch of the arc. */
function ring(from: number, to: number, { inner, outer }: Radii): string {
  return arc()({ innerRadius: inner, outerRadius: outer, startAngle: from, endAngle: to }) ?? ''
}

/** A ring with a share of the thickness of the arc, from its outer edge. */
function thinned({ inner, outer }: Radii, thickness: number): Radii {
  return { inner: Math.max(inner, outer - (OUTER - INNER) * thickness), outer }
}

function mark(angle: number): { x1: number; y1: number; x2: number; y2: number } {
  const inner = point(angle, INNER - 4)
  const outer = point(angle, OUTER + 4)
  return { x1: inner.x, y1: inner.y, x2: outer.x, y2: outer.y }
}

/** Clockwise from the top. */
function point(angle: number, radius: number): { x: number; y: number } {
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius }
}

function anchorOf({ x }: { x: number }): 'start' | 'middle' | 'end' {
  if (Math.abs(x) < 1) return 'middle'
  return x < 0 ? 'end' : 'start'
}
