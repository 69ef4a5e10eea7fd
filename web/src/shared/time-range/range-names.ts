import type { ChartRange } from './chart-ranges.ts'
import type { RangeShortcut } from './picked-range.ts'
import { t } from './texts.ts'

/** Apart from what reads addresses, which is loaded before anyone signs in. */
export function shortcutName(shortcut: RangeShortcut): string {
  return t(`time-range.shortcut.${shortcut}`)
}

export function chartRangeName(range: ChartRange): string {
  return t(`time-range.chart.${range}`)
}
