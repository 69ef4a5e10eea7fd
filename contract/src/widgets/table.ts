import { z } from 'zod'
import type { WidgetKind } from './widget-kind.ts'
import { bySource, CardValue, Text } from './widget-parts.ts'

/** The newest records of its sources, one column a value. */
export const Table = z.strictObject({ title: Text, type: z.literal('generic'), specifications: bySource(CardValue) })

const EventLog = z.strictObject({ title: Text, specifications: bySource(CardValue) })

export const tables = {
  widget: Table,
  named: { Table },
  stored: z.array(Table).max(20),
  counted: 'tables',
  values: 'specifications',
  titleOf: ({ title = '' }) => title,
} as const satisfies WidgetKind

/** A template has one. */
export const eventLog = {
  widget: EventLog,
  named: { EventLog },
  stored: EventLog,
  single: true,
  counted: 'eventLogs',
  values: 'specifications',
  titleOf: ({ title = '' }) => title,
} as const satisfies WidgetKind
