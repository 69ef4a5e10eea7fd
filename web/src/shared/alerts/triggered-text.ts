import { t } from './texts.ts'

/** That alerts are triggered on a unit: `Triggered`, or how many are. */
export function triggeredText(count: number): string {
  return t('alerts.triggered-count', { count })
}
