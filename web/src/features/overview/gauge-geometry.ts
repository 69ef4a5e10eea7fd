import { scaleLinear } from 'd3-scale'
import { arc } from 'd3-shape'
import type { Gauge } from '@fieldwatch/contract/templates'

/** Values along the arc (specification, document 1, section 9). */
const GAUGE_TICKS = 7

/** The most decimals that fit beside the arc. */
const MOST_DECIMALS = 6

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

export interface GaugeArc {
  readonly key: string
  readonly path: string
  readonly colour: string | undefined
}

export interface GaugeTick {
  readonly value: number
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

export interface GaugeDrawing {
  readonly track: string
  readonly steps: readonly GaugeArc[]
  /** From the lower end to the value; undefined without a value. */
  readonly bar: string | undefined
  readonly ticks: readonly GaugeTick[]
  /** A line across the arc. */
  readonly threshold: { x1: number; y1: number; x2: number; y2: number } | undefined
}

/** On which side of its range a value lies; undefined within it. */
export function beyondRange({ range: [low, high] }: Gauge, value: number): 'above' | 'below' | undefined {
  if (value > high) return 'above'
  return value < low ? 'below' : undefined
}

/** The shapes of a gauge. A value outside the range stands at its end. */
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
    ticks: Array.from({ length: GAUGE_TICKS }, (_unused, index) => {
      const at = low + ((high - low) * index) / (GAUGE_TICKS - 1)
      return { value: at, ...point(angle(at), OUTER + 8), anchor: anchorOf(index) }
    }),
    threshold: gauge.threshold === undefined ? undefined : mark(angle(gauge.threshold)),
  }
}

/** The fewest decimals that write the tick values of a range exactly, or else keep them apart. */
export function tickDecimals([low, high]: readonly [number, number]): number {
  const step = Math.abs(high - low) / (GAUGE_TICKS - 1)
  const exact = [0, 1, 2].find((decimals) => [low, step].every((value) => isWrittenBy(value, decimals)))
  if (exact !== undefined) return exact
  return Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(1 - Math.log10(step || 1)) - (step >= 10 ? 1 : 0)))
}

function isWrittenBy(value: number, decimals: number): boolean {
  return Math.abs(value - Number(value.toFixed(decimals))) < 1e-9 * Math.max(1, Math.abs(value))
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

function anchorOf(index: number): 'start' | 'middle' | 'end' {
  const middle = (GAUGE_TICKS - 1) / 2
  if (index === middle) return 'middle'
  return index < middle ? 'end' : 'start'
}
