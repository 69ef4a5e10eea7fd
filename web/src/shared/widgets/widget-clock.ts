import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { createContext, use } from 'react'

/** The one clock of a page of widgets, so that all of them age at once. */
interface WidgetClock {
  /** Epoch milliseconds. */
  readonly now: number
  readonly timeFormat: TimeFormat
}

export const WidgetClockContext = createContext<WidgetClock | undefined>(undefined)

export function useWidgetClock(): WidgetClock {
  const clock = use(WidgetClockContext)
  if (clock === undefined) throw new Error('useWidgetClock needs a WidgetClockContext around it')
  return clock
}
