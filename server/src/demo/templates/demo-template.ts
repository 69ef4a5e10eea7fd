import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { z } from 'zod'

/** A template as it is written by hand. */
export type DemoTemplate = z.input<typeof TemplateDefinition>

/** Colours that colour-blind people can distinguish (Okabe and Ito, 2008). */
export const COLOURS = {
  orange: '#E69F00',
  sky: '#56B4E9',
  green: '#009E73',
  blue: '#0072B2',
  red: '#D55E00',
  pink: '#CC79A7',
  grey: '#8A8F98',
} as const

/** Stretches of a gauge. */
export const GOOD = '#2F9E62'
export const WARN = '#E69F00'
export const BAD = '#D6453D'

type Shown = readonly [field: string, friendlyName: string, unit?: string | undefined, decimals?: number]
type Drawn = readonly [field: string, friendlyName: string, unit: string | undefined, color: string]

type Gauge = NonNullable<NonNullable<DemoTemplate['overview']>['gauges']>[number]
type Calculated = NonNullable<Gauge['calculate']>

/** A gauge of a field of a source, or of an equation. */
export function gauge(
  title: string,
  source: string,
  value: string | Calculated,
  [from, to, unit, valuePrecision]: readonly [from: number, to: number, unit: string | undefined, decimals: number],
  looks: Omit<Gauge, 'title' | 'source' | 'field' | 'calculate' | 'range' | 'unit' | 'valuePrecision'>,
): Gauge {
  const read = typeof value === 'string' ? { field: value } : { calculate: value }
  return { title, source, ...read, range: [from, to], unit, valuePrecision, ...looks }
}

/** The coloured stretches of a gauge, each from the end of the one before. */
export function stretches(
  start: number,
  thickness: number,
  ...parts: readonly (readonly [end: number, color: string])[]
): NonNullable<Gauge['steps']> {
  return parts.map(([end, color], index) => ({ range: [parts[index - 1]?.[0] ?? start, end], color, thickness }))
}

/** An info or statistics card with fields of one source. */
export function card(topic: string, source: string, values: readonly Shown[]) {
  return { topic, specifications: { [source]: values.map(shown) } }
}

/** A table of fields of one source. */
export function table(title: string, source: string, values: readonly Shown[]) {
  return { title, type: 'generic' as const, specifications: { [source]: values.map(shown) } }
}

/** A chart of fields of one source. */
export function chart(title: string, source: string, gap: { maxGapMinutes: number }, lines: readonly Drawn[]) {
  const drawn = lines.map(([field, friendlyName, unit, color]) => ({ field, friendlyName, unit, color, ...gap }))
  return { title, type: 'timeseries' as const, specifications: { [source]: drawn } }
}

function shown([field, friendlyName, unit, decimals]: Shown) {
  return { field, friendlyName, unit, decimals }
}
