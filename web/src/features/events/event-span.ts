import { given } from '#platform/given.ts'
import { type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'

/** The range that occurrences are read of; an end that is left out is open. */
export interface EventSpan {
  readonly startDate?: string
  readonly endDate?: string
}

/** A chosen range as it is asked for. One that reaches until now stays open, so that what occurs in the meantime is in it. */
export function eventSpanOf(range: PickedRange | undefined, now: number): EventSpan {
  if (range === undefined) return {}
  const { from, to } = spanOfPicked(range, now)
  const startDate = new Date(from).toISOString()
  const isOpen = range.kind === 'shortcut' && to >= now
  return isOpen ? { startDate } : { startDate, endDate: new Date(to).toISOString() }
}

/** The ends of a range in epoch milliseconds. */
export function timesOf({ startDate, endDate }: EventSpan): { from?: number; to?: number } {
  const timeOf = (date: string | undefined) => (date === undefined ? undefined : Date.parse(date))
  return given({ from: timeOf(startDate), to: timeOf(endDate) })
}
