import type { AlertNotification } from '@fieldwatch/contract/alerts/alert-history'
import { t } from './texts.ts'

/** What became of a message: when it was delivered, or why it was not, and how often it was tried. */
export function outcomeText(
  { state, sentUTC, reason, attempts, unitCount }: AlertNotification,
  moment: (utc: string) => string,
): string {
  const sentences = [
    ...(unitCount > 1 ? [t('delivery-log.outcome.units', { units: unitCount })] : []),
    ...(state === 'sent' && sentUTC !== null ? [t('delivery-log.outcome.delivered', { at: moment(sentUTC) })] : []),
    ...(reason === null ? [] : [reason]),
    ...(attempts > 1 ? [t('delivery-log.outcome.attempts', { attempts })] : []),
  ]
  return sentences.join(' ')
}
