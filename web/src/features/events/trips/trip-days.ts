import type { PickedRange } from '#shared/time-range/picked-range.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'

/** The day of a moment in the zone of the browser, moved by some days. */
export function dayAround(at: number, days = 0): TimeRange {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate() + days]
  return { from: new Date(year, month, day).getTime(), to: new Date(year, month, day + 1).getTime() }
}

/** The range of a table that shows a day. */
export function rangeOfDay({ from, to }: TimeRange): PickedRange {
  return { kind: 'fixed', from, to }
}

/** A day as an input of dates has it. */
export function dateOfDay({ from }: TimeRange): string {
  const date = new Date(from)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Undefined while the date is being typed. */
export function dayOfDate(text: string): TimeRange | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const at = new Date(year, month - 1, day).getTime()
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) ? dayAround(at) : undefined
}
