import type { RecordReader } from '#records/store/record-reader.ts'

/** The last records from which a gap is learned. */
const RECORDS = 500
/** Fewer gaps tell nothing. */
const LEAST_GAPS = 5
/** Rare long gaps do not count. */
const QUANTILE = 0.95
const TIMES = 2
const MINUTE = 60_000

/**
 * After how many minutes without a number in a field of a source an occurrence ends: twice the gap that is seldom exceeded, in whole
 * minutes. Undefined as long as there are too few records.
 */
export async function learnGapMinutes(reader: RecordReader, key: number, field: string): Promise<number | undefined> {
  const records = await reader.readPage(key, {
    conditions: [{ kind: 'number', name: field }],
    order: { field: 'messageUTC', direction: 'desc' },
    after: undefined,
    limit: RECORDS,
  })
  return gapMinutesOf(records.map(({ at }) => at))
}

/** The same from the times of records, the newest first. */
export function gapMinutesOf(times: readonly number[]): number | undefined {
  const gaps = times.slice(1).map((at, index) => (times[index] ?? at) - at)
  if (gaps.length < LEAST_GAPS) return undefined
  const sorted = gaps.toSorted((one, other) => one - other)
  const usual = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * QUANTILE))] ?? 0
  return Math.max(1, Math.ceil((usual * TIMES) / MINUTE))
}
