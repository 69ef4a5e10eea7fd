import { given } from '#platform/given.ts'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'

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

/** Without what cannot be filtered by. Addresses are read before anyone signs in, without the schemas of the contract and without texts. */
export function readFilter({ tag, text, min, max }: Readonly<Record<string, unknown>>): OccurrenceFilter {
  return given({
    tag: readText(tag),
    // Nothing is filtered by an empty text; an empty tag is none.
    text: readText(text) || undefined,
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
  return given({ tag, text, min, max })
}
