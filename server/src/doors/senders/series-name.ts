import { isName } from '@fieldwatch/contract/api/ids'
import { hash } from 'node:crypto'

/** Parts that remain distinguishable when dashes join them. */
const PLAIN = /^[A-Za-z0-9_]+$/
const LONGEST = 64
const HASH_DIGITS = 8

/**
 * The source of a series: the measurement or metric, followed by each tag and its value, as in `cpu-core-0`. Series that differ only by tags
 * get different names: one that cannot be written so has its beginning and a hash.
 */
export function seriesName(measurement: string, tags: Iterable<readonly [string, string]> = []): string {
  const sorted = [...tags].sort(([one], [other]) => (one < other ? -1 : 1))
  if (sorted.length === 0 && isName(measurement)) return measurement
  const parts = [measurement, ...sorted.flat()]
  const joined = parts.join('-')
  if (isName(joined) && parts.every((part) => PLAIN.test(part))) return joined
  return distinctName(joined, JSON.stringify(parts))
}

/** The nearest name of a source or field: other characters become `_`, and a name begins with a letter or `_`. Names may coincide. */
export function nearestName(text: string, longest = LONGEST): string {
  const plain = text.trim().replaceAll(/[^A-Za-z0-9_-]+/g, '_')
  return (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, longest)
}

/** As `nearestName`, with a hash of the text at the end, or of what distinguishes texts that are written alike. */
export function distinctName(text: string, identity = text, longest = LONGEST): string {
  const digits = hash('sha256', identity).slice(0, HASH_DIGITS)
  return `${nearestName(text, longest - HASH_DIGITS - 1)}-${digits}`
}

/** Names that a record uses for its times. */
const TIMES: ReadonlySet<string> = new Set(['messageUTC', 'recieveUTC'])

/** The field of a foreign name. */
export function foreignFieldName(name: string): string {
  return TIMES.has(name) ? `field_${name}` : seriesName(name)
}
