import { formatDuration } from '@fieldwatch/contract/text/duration-text'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { t } from './texts.ts'

/** All pass it. */
export const NO_FILTER: OccurrenceFilter = {}

/** As the address has it; what is left out is not filtered by. Durations are in milliseconds. */
export interface FilterSearch {
  tag?: string
  text?: string
  min?: number
  max?: number
}

/** As long as the portal takes them. */
const LONGEST_TEXT = 100

/** Without what cannot be filtered by. Addresses are read before anybody signs in, without the schemas of the contract. */
export function readFilter({ tag, text, min, max }: Readonly<Record<string, unknown>>): OccurrenceFilter {
  return given({
    tag: readText(tag),
    text: readText(text),
    minDuration: readDuration(min),
    maxDuration: readDuration(max),
  })
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LONGEST_TEXT ? value.trim() : undefined
}

function readDuration(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

export function writeFilter({ tag, text, minDuration: min, maxDuration: max }: OccurrenceFilter): FilterSearch {
  return {
    ...(tag === undefined ? {} : { tag }),
    ...(text === undefined ? {} : { text }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

/** By what is filtered, in words; empty when by nothing. */
export function filterText({ tag, text, minDuration, maxDuration }: OccurrenceFilter): string {
  return [
    ...(tag === undefined ? [] : [tag === '' ? t('events.filter.untagged') : t('events.filter.tagged', { tag })]),
    ...(text === undefined ? [] : [t('events.filter.with', { text })]),
    ...(minDuration === undefined ? [] : [t('events.filter.at-least', { duration: formatDuration(minDuration) })]),
    ...(maxDuration === undefined ? [] : [t('events.filter.at-most', { duration: formatDuration(maxDuration) })]),
  ].join(', ')
}

/** Without what is empty, which nothing is filtered by. */
function given({ tag, text, minDuration, maxDuration }: OccurrenceFilter): OccurrenceFilter {
  return {
    ...(tag === undefined ? {} : { tag }),
    ...(text === undefined || text === '' ? {} : { text }),
    ...(minDuration === undefined ? {} : { minDuration }),
    ...(maxDuration === undefined ? {} : { maxDuration }),
  }
}
