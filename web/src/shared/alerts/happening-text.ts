import type { Measures } from '@fieldwatch/contract/measures/measure'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import type { AlertHistoryEntry } from '@fieldwatch/contract/alerts/alert-history'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

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
export function happeningText(entry: AlertHistoryEntry, { timeFormat, measures }: Reader): string {
  const { happening, by, comment, untilUTC } = entry
  const who = by === null ? '' : ` by ${by}`
  const said = comment === null ? '' : `: ${comment}`
  switch (happening) {
    case 'high':
    case 'ok':
      return changeText(entry, measures)
    case 'acknowledged':
      return `Acknowledged${who}${said}`
    case 'snoozed':
      return untilUTC === null
        ? `Snooze ended${who}${said}`
        : `Snoozed until ${formatMoment(Date.parse(untilUTC), timeFormat)}${who}${said}`
    case 'rested':
      return `Rests${said}`
    case 'resumed':
      return 'Judges again, beginning with OK'
    case 'ended':
    case 'handed-over':
      return `${happening === 'ended' ? 'Ended' : 'New owner'}${who}${said}`
    default:
      return `The alert was changed${who}, and began anew with OK${said}`
  }
}

function changeText({ happening, value, limit, late, unitOfMeasure }: AlertHistoryEntry, measures: Measures): string {
  const measure = measures(unitOfMeasure)
  const word = happening === 'high' ? 'Triggered' : 'OK again'
  const at = value === null ? '' : ` at ${measuredText(value, measure)}`
  const bound = limit === null || value === null ? '' : `, limit ${measuredText(limit, measure)}`
  // Nobody was told of it.
  return `${word}${at}${bound}${late ? ' (found by a late record)' : ''}`
}
