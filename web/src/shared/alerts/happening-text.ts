import type { Measures } from '@fieldwatch/contract/measures/measure'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import type { AlertHistoryEntry } from '@fieldwatch/contract/alerts/alert-history'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** Whether a record or the clock caused it, so that there is something to look at in the charts. */
export function isChange({ happening }: Pick<AlertHistoryEntry, 'happening'>): boolean {
  return happening === 'high' || happening === 'ok'
}

/** How a person reads times and values. */
interface Reader {
  readonly timeFormat: TimeFormat
  readonly measures: Measures
}

/** What happened, in words: `Triggered at 8.4 °C, limit 8 °C`, `Snoozed until 6 May 2026, 14:00:00 by Ada: on my way`. */
export function happeningText(entry: AlertHistoryEntry, reader: Reader): string {
  const { happening, comment, reason } = entry
  if (happening === 'high' || happening === 'ok') return changeText(entry, reader.measures)
  const text = actText(entry, reader)
  const words = comment ?? reason
  return words === null || happening === 'resumed' ? text : withComment(text, words)
}

export function withComment(text: string, comment: string): string {
  return t('alerts.with-comment', { text, comment })
}

/** What a person or the portal did. */
function actText({ happening, by, untilUTC }: AlertHistoryEntry, { timeFormat }: Pick<Reader, 'timeFormat'>): string {
  const who = { known: by === null ? 'no' : 'yes', by: by ?? '' } as const
  switch (happening) {
    case 'acknowledged':
      return t('alerts.happened.acknowledged', who)
    case 'snoozed':
      return untilUTC === null
        ? t('alerts.happened.woken', who)
        : t('alerts.happened.snoozed', { ...who, until: formatMoment(Date.parse(untilUTC), timeFormat) })
    case 'rested':
      return t('alerts.happened.rested')
    case 'resumed':
      return t('alerts.happened.resumed')
    case 'ended':
      return t('alerts.happened.ended', who)
    case 'handed-over':
      return t('alerts.happened.handed-over', who)
    default:
      return t('alerts.happened.changed', who)
  }
}

function changeText(entry: AlertHistoryEntry, measures: Measures): string {
  const { happening, value, limit, late, unitOfMeasure } = entry
  const measure = measures(unitOfMeasure)
  const known = value === null ? 'nothing' : limit === null ? 'value' : 'both'
  const values = {
    known,
    value: value === null ? '' : measuredText(value, measure),
    limit: limit === null ? '' : measuredText(limit, measure),
  } as const
  const text = happening === 'high' ? t('alerts.happened.high', values) : t('alerts.happened.ok', values)
  // Such a change sends no messages.
  return late ? t('alerts.happened.late', { change: text }) : text
}
