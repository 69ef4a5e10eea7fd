import type { Measure } from '../measures/measure.ts'
import { formatCount, numberText, scientificText } from '../text/number-text.ts'
import { pageLocale } from '../text/text-locale.ts'
import type { PeriodFigures } from './comparisons.ts'

/** How figures of periods are shown to a person. */

/** The figures of a period, in the order of a table. */
export const FIGURES = ['mean', 'min', 'max', 'count', 'hoursAbove'] as const
export type Figure = (typeof FIGURES)[number]

/** One figure of both periods; undefined where there is none. */
export interface FigurePair {
  readonly shown: number | undefined
  readonly compared: number | undefined
}

/** A figure in the unit of measure of its reader. */
export function shownFigure(
  figures: PeriodFigures | null | undefined,
  figure: Figure,
  measure: Pick<Measure, 'value'>,
): number | undefined {
  const value = figures?.[figure] ?? undefined
  return value === undefined || figure === 'count' || figure === 'hoursAbove' ? value : measure.value(value)
}

const SCIENTIFIC_BELOW = 1e-4
const SCIENTIFIC_FROM = 1e12

/** As many decimals as the size of a figure deserves; hours have two. */
export function figureText(value: number | undefined, figure: Figure, locale: string = pageLocale()): string {
  if (value === undefined) return '–'
  if (figure === 'count') return formatCount(value, locale)
  if (figure === 'hoursAbove') return numberText(value, { least: 0, most: 2 }, locale)
  const size = Math.abs(value)
  if (size >= SCIENTIFIC_FROM || (size > 0 && size < SCIENTIFIC_BELOW)) return scientificText(value, 4, locale)
  const decimals = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 4
  return numberText(value, { least: 0, most: decimals }, locale)
}

const LARGE = 1e4

/** By how much of the compared figure the shown one differs, as `+4.5%`; empty where that cannot be said. */
export function changeText({ shown, compared }: FigurePair, locale: string = pageLocale()): string {
  if (shown === undefined || compared === undefined || compared === 0) return ''
  const share = (shown - compared) / Math.abs(compared)
  if (!Number.isFinite(share)) return ''
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
    ...(Math.abs(share) >= LARGE ? { notation: 'scientific' as const } : {}),
  })
  return format.format(share)
}
