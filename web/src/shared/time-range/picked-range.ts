import type { TimeRange } from '@fieldwatch/contract/time/times'

/** The shortcuts of the date-range picker, in their order, as the address has them. */
export const RANGE_SHORTCUTS = [
  'today',
  'yesterday',
  'last-7-days',
  'last-15-days',
  'this-month',
  'last-month',
] as const
export type RangeShortcut = (typeof RANGE_SHORTCUTS)[number]

/** A typed end includes its whole second. */
export const LAST_MILLISECOND = 999

/** A chosen range. A shortcut stays relative: opened tomorrow, it is about tomorrow. */
export type PickedRange = { kind: 'shortcut'; shortcut: RangeShortcut } | ({ kind: 'fixed' } & TimeRange)

/**
 * The span of a chosen range in the zone of the browser. A shortcut that includes today ends now; its days are calendar
 * days, today counted.
 */
// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
export function spanOfPicked(range: PickedRange, now: number): TimeRange {
  if (range.kind === 'fixed') return { from: range.from, to: range.to }
  switch (range.shortcut) {
    case 'today':
      return until(now, startOfDay(now, 0))
    case 'yesterday':
      return { from: startOfDay(now, -1), to: startOfDay(now, 0) - 1 }
    case 'last-7-days':
      return until(now, startOfDay(now, -6))
    case 'last-15-days':
      return until(now, startOfDay(now, -14))
    case 'this-month':
      return until(now, startOfMonth(now, 0))
    case 'last-month':
      return { from: startOfMonth(now, -1), to: startOfMonth(now, 0) - 1 }
  }
}

/** Writes a chosen range for the address: `last-7-days`, or two moments in UTC. */
export function formatPickedRange(range: PickedRange): string {
  if (range.kind === 'shortcut') return range.shortcut
  return `${new Date(range.from).toISOString()}~${new Date(range.to).toISOString()}`
}

/** Reads a chosen range from the address; undefined when it is none. */
export function parsePickedRange(text: string): PickedRange | undefined {
  const shortcut = RANGE_SHORTCUTS.find((one) => one === text)
  if (shortcut !== undefined) return { kind: 'shortcut', shortcut }
  const [from = Number.NaN, to = Number.NaN, ...more] = text.split('~').map((moment) => Date.parse(moment))
  return more.length === 0 && from < to && from >= EARLIEST && to <= LATEST ? { kind: 'fixed', from, to } : undefined
}

/** The years that can be typed, and a day for the zones. */
const EARLIEST = Date.UTC(1999, 11, 31)
const LATEST = Date.UTC(2100, 0, 2)

/** At least a second, for a range that has just begun. */
function until(now: number, from: number): TimeRange {
  return { from, to: Math.max(now, from + LAST_MILLISECOND + 1) }
}

function startOfDay(now: number, days: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

function startOfMonth(now: number, months: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth() + months, 1).getTime()
}
