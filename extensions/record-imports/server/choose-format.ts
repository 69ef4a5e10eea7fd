import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { ImportTimeFormat } from '../contract/record-imports.ts'
import type { TimeTallies, TimeTally } from './look-at-times.ts'

/** Dates of which only the order of the parts is unknown. */
const ORDERS: readonly ImportTimeFormat[] = ['dmy', 'mdy', 'ymd']
/** A step that only a wrong place for the year makes. */
const LONG_STEP = 300 * DAY_MS

interface Reading {
  readonly format: ImportTimeFormat
  readonly tally: TimeTally
}

/**
 * The format of the times of a file, and the formats that a person chooses from where several fit: a day and a month of 12 or less are
 * never guessed. `said`: the order that the file names.
 */
export function chooseFormat(
  tallies: TimeTallies,
  said: ImportTimeFormat | null,
): {
  readonly format: ImportTimeFormat | null
  readonly choices: readonly ImportTimeFormat[]
} {
  const readings = (Object.entries(tallies) as [ImportTimeFormat, TimeTally][])
    .map(([format, tally]) => ({ format, tally }))
    .filter(({ tally }) => tally.parsed > 0)
  const most = Math.max(0, ...readings.map(({ tally }) => tally.parsed))
  const certain = readings.find(({ format, tally }) => !ORDERS.includes(format) && tally.parsed === most)
  if (certain !== undefined) return { format: certain.format, choices: [certain.format] }
  const orders = withYearInPlace(readings.filter(({ format }) => ORDERS.includes(format)))
  const named = orders.find(({ format }) => format === said)
  if (named !== undefined) return { format: named.format, choices: [named.format] }
  const choices = [...dayOrMonthFirst(orders), ...yearFirst(orders)]
  const [first] = choices
  if (first === undefined) return { format: 'iso', choices: [] }
  return {
    format: choices.length === 1 ? first.format : null,
    choices: ORDERS.filter((order) => choices.some(({ format }) => format === order)),
  }
}

/** One line in a hundred may be odd. */
const ODD_SHARE = 0.01

/** Days first, months first, or both where no line or lines of both show it. */
function dayOrMonthFirst(orders: readonly Reading[]): readonly Reading[] {
  const both = orders.filter(({ format }) => format !== 'ymd')
  const most = Math.max(...both.map(({ tally }) => tally.only))
  const shown = both.filter(({ tally: { only } }) => only > 0 && only >= most * ODD_SHARE)
  return shown.length > 0 ? shown : both.filter((one) => isAsGood(one, orders))
}

function yearFirst(orders: readonly Reading[]): readonly Reading[] {
  return orders.filter((one) => one.format === 'ymd' && isAsGood(one, orders))
}

function isAsGood({ tally }: Reading, orders: readonly Reading[]): boolean {
  return tally.parsed >= Math.max(...orders.map((one) => one.tally.parsed)) * (1 - ODD_SHARE)
}

/**
 * Without the orders that put the year of two digits in the wrong place, where the times say so: there they are in the future, or jump by
 * years, and in the other place they do not.
 */
function withYearInPlace(orders: readonly Reading[]): readonly Reading[] {
  const yearFirst = orders.filter(({ format }) => format === 'ymd')
  const yearLast = orders.filter(({ format }) => format !== 'ymd')
  if (yearFirst.length === 0 || yearLast.length === 0) return orders
  const [first, last] = [yearFirst, yearLast].map((some) => ({
    read: Math.max(...some.map(({ tally }) => tally.read)),
    step: Math.min(...some.map(({ tally }) => tally.longest ?? 0)),
  }))
  if (first === undefined || last === undefined) return orders
  if (first.read !== last.read) return first.read > last.read ? yearFirst : yearLast
  if (first.step >= LONG_STEP && last.step < LONG_STEP) return yearLast
  return last.step >= LONG_STEP && first.step < LONG_STEP ? yearFirst : orders
}
