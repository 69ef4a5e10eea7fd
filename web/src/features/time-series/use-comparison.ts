import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { type Comparison, parsePeriodComparison } from '@fieldwatch/contract/comparisons/comparison-names'
import { comparedRange, shiftOf } from '@fieldwatch/contract/comparisons/compared-periods'
import { LONGEST_COMPARED_DAYS } from '@fieldwatch/contract/comparisons/comparisons'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChartWindow, spanOf } from '#shared/charts/chart-window.ts'
import { LAST_MILLISECOND } from '#shared/time-range/picked-range.ts'
import { writeCompared } from './time-series-search.ts'

/** What all charts of the page are compared with, which lives in the address. */
export interface PeriodComparison {
  /** Undefined: nothing is compared. */
  readonly chosen: Comparison | undefined
  readonly choose: (comparison: Comparison | undefined) => void
  /** Chosen thresholds, as sent, by source and field. */
  readonly thresholds: Readonly<Record<string, number>>
  readonly setThreshold: (key: string, value: number | undefined) => void
}

const NONE: Readonly<Record<string, number>> = {}

export function useComparison(): PeriodComparison {
  const { compare, above = NONE } = useSearch({ from: '/signed-in/dashboard/$dataID/time-series' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/time-series' })
  const go = (next: Parameters<typeof writeCompared>[0]): void =>
    void navigate({
      search: ({ compare: _compare, above: _above, ...search }) => ({ ...search, ...writeCompared(next) }),
      replace: true,
      resetScroll: false,
    })
  return {
    chosen: compare === undefined ? undefined : parsePeriodComparison(compare),
    choose: (comparison) => go({ compare: comparison, above }),
    thresholds: above,
    setThreshold: (key, value) => {
      const { [key]: _replaced, ...others } = above
      go({ compare, above: value === undefined ? others : { ...others, [key]: value } })
    },
  }
}

/** The time zone of the browser. */
export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

interface Shown {
  readonly comparison: Comparison
  /** What is in sight. */
  readonly window: ChartWindow
  /** What was chosen, which says how far back the other period is. */
  readonly period: ChartWindow
  readonly now: number
}

export interface ComparedPeriods {
  readonly shown: TimeRange
  /** Empty where the calendar does not have it. */
  readonly compared: TimeRange
}

/** What is in sight, and what it is compared with; undefined where it is too long to be compared. */
export function comparedPeriods({ comparison, window, period, now }: Shown): ComparedPeriods | undefined {
  const [shown, whole] = [wholeSpan(window, now), wholeSpan(period, now)]
  if (whole.to - whole.from > LONGEST_MS || shown.to - shown.from > LONGEST_MS) return undefined
  return { shown, compared: comparedRange(shown, shiftOf(comparison, whole, TIME_ZONE), TIME_ZONE) }
}

const LONGEST_MS = LONGEST_COMPARED_DAYS * DAY_MS

/** Chosen ranges end with the last millisecond of a second. */
export function wholeSpan(window: ChartWindow, now: number): TimeRange {
  const { from, to } = spanOf(window, now)
  const [first, end] = [Math.floor(from), Math.ceil(to)]
  return { from: first, to: end % 1000 === LAST_MILLISECOND ? end + 1 : end }
}
