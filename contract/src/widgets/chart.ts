import { z } from 'zod'
import { SourceName } from '../api/ids.ts'
import type { WidgetKind } from './widget-kind.ts'
import { bySource, Colour, FieldName, Text } from './widget-parts.ts'

export const DEFAULT_MAX_GAP_MINUTES = 60

export const ChartSeries = z.strictObject({
  /** As the list that the series is in names it. */
  source: SourceName.optional(),
  field: FieldName,
  friendlyName: Text,
  unit: Text.optional(),
  color: Colour.optional(),
  /** A longer silence than this breaks the line; `DEFAULT_MAX_GAP_MINUTES` by default. */
  maxGapMinutes: z.number().positive().max(525_600).optional(),
})
export type ChartSeries = z.infer<typeof ChartSeries>

export const Chart = z.strictObject({
  title: Text,
  type: z.literal('timeseries'),
  specifications: bySource(ChartSeries),
})
export type Chart = z.infer<typeof Chart>

export const charts = {
  widget: Chart,
  named: { Chart, ChartSeries },
  stored: z.array(Chart).max(50),
  counted: 'charts',
  values: 'specifications',
  titleOf: ({ title = '' }) => title,
} as const satisfies WidgetKind
