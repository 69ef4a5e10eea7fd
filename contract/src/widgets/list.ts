import { z } from 'zod'
import type { WidgetKind } from './widget-kind.ts'
import { bySource, CardValue, Text } from './widget-parts.ts'

/** The newest values of one topic. */
export const Card = z.strictObject({ topic: Text, specifications: bySource(CardValue) })
export type Card = z.infer<typeof Card>

const cards = {
  widget: Card,
  named: { Card },
  stored: z.array(Card).max(50),
  counted: 'cards',
  values: 'specifications',
  titleOf: ({ topic = '' }: { readonly topic?: string | undefined }) => topic,
} as const

/** Values side by side. */
export const statistics = cards satisfies WidgetKind

/** Values in a list. */
export const infoCards = cards satisfies WidgetKind
