import { z } from 'zod'
import { SourceName } from '../api/ids.ts'
import type { WidgetKind } from './widget-kind.ts'
import { Colour, Decimals, Text, valueOrigin } from './widget-parts.ts'

const Range = z.tuple([z.number(), z.number()]).refine(([low, high]) => low < high, 'fields.gauge-range')

export const Gauge = z.strictObject({
  title: Text,
  range: Range,
  unit: Text.optional(),
  prefix: Text.optional(),
  color: Colour.optional(),
  bgColor: Colour.optional(),
  /** Coloured stretches of the range; `thickness` is a share of the arc's width, 0 to 1. */
  steps: z
    .array(z.strictObject({ range: Range, color: Colour, thickness: z.number().min(0).max(1).optional() }))
    .max(20)
    .optional(),
  /** A reference value: the gauge shows by how much the value is above or below it. */
  delta: z.number().optional(),
  /** A value marked on the arc. */
  threshold: z.number().optional(),
  source: SourceName,
  ...valueOrigin,
  valuePrecision: Decimals.optional(),
})
export type Gauge = z.infer<typeof Gauge>

export const gauges = {
  widget: Gauge,
  named: { Gauge },
  stored: z.array(Gauge).max(50),
  counted: 'gauges',
  values: 'itself',
  titleOf: ({ title = '' }) => title,
} as const satisfies WidgetKind
