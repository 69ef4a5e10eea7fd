import { formatCount } from '@fieldwatch/contract/text/number-text'

/** That alerts are triggered on a unit: `Triggered`, or how many are. */
export function triggeredText(count: number): string {
  return count === 1 ? 'Triggered' : `${formatCount(count)} triggered`
}
