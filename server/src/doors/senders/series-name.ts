import { isName } from '@fieldwatch/contract/api/ids'
import { hash } from 'node:crypto'

/** Parts that can be told apart when dashes join them. */
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
  const digits = hash('sha256', JSON.stringify(parts)).slice(0, HASH_DIGITS)
  const cleaned = joined.replaceAll(/[^A-Za-z0-9_-]+/g, '_')
  const begun = /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned}`
  return `${begun.slice(0, LONGEST - HASH_DIGITS - 1)}-${digits}`
}

/** Names that a record uses for its times. */
const TIMES: ReadonlySet<string> = new Set(['messageUTC', 'recieveUTC'])

/** The field of a foreign name. */
export function foreignFieldName(name: string): string {
  return TIMES.has(name) ? `field_${name}` : seriesName(name)
}
