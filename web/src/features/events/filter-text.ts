import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { t } from './texts.ts'

/** By what is filtered, in words; empty when by nothing. */
export function filterText({ tag, text, minDuration, maxDuration }: OccurrenceFilter): string {
  return [
    ...(tag === undefined ? [] : [tag === '' ? t('events.filter.untagged') : t('events.filter.tagged', { tag })]),
    ...(text === undefined ? [] : [t('events.filter.with', { text })]),
    ...(minDuration === undefined ? [] : [t('events.filter.at-least', { duration: formatDuration(minDuration) })]),
    ...(maxDuration === undefined ? [] : [t('events.filter.at-most', { duration: formatDuration(maxDuration) })]),
  ].join(', ')
}
