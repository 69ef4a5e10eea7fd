import type { TimeFormat } from '@fieldwatch/contract/users'
import { createContext, use } from 'react'

/** The one clock of an overview, so that everything on it ages at once. */
export interface OverviewClock {
  /** Epoch milliseconds. */
  readonly now: number
  readonly timeFormat: TimeFormat
}

export const OverviewClockContext = createContext<OverviewClock | undefined>(undefined)

export function useOverviewClock(): OverviewClock {
  const clock = use(OverviewClockContext)
  if (clock === undefined) throw new Error('useOverviewClock needs an OverviewPage around it')
  return clock
}
