import { numberText, scientificText } from '@fieldwatch/contract/text/number-text'

/** An axis has room for about this many digits before the point. */
const PLAIN_BELOW = 1e6
/** More digits than this would not stand beside a chart. */
const MOST_DIGITS = 6

/** The steps between ticks: 1, 2, 2.5 and 5 times every power of ten that a number can have. The library ends at 1e32. */
export const TICK_STEPS: number[] = Array.from({ length: 340 }, (_unused, index) => index - 32).flatMap((exponent) =>
  [1, 2, 2.5, 5].map((digit) => Number(`${digit}e${exponent}`)),
)

/** The words beside an axis of values: as many decimals as tell the ticks apart. */
export function valueTickLabels(ticks: readonly number[], step: number): string[] {
  const largest = Math.max(...ticks.map((tick) => Math.abs(tick)))
  const digits = Math.ceil(Math.log10(largest / step)) + 2
  const decimals = decimalsOf(step)
  if ((largest >= PLAIN_BELOW || decimals > MOST_DIGITS) && digits <= MOST_DIGITS)
    return ticks.map((tick) => (tick === 0 ? '0' : scientificText(tick, digits)))
  const shown = Math.min(decimals, MOST_DIGITS)
  return ticks.map((tick) => numberText(tick, { least: shown, most: shown }))
}

/** How many decimals write a step exactly: 2 for 0.25. */
function decimalsOf(step: number): number {
  const [mantissa = '', exponent = ''] = step.toExponential().split('e')
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent))
}
