import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { createRequiredContext } from '#platform/context/required-context.ts'

/** The one clock of a page of widgets, so that all of them age at once. */
interface WidgetClock {
  /** Epoch milliseconds. */
  readonly now: number
  readonly timeFormat: TimeFormat
}

export const [WidgetClockContext, useWidgetClock] = createRequiredContext<WidgetClock>(
  'useWidgetClock needs a WidgetClockContext around it',
)
