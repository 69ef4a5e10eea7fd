import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { RecordReader } from '#records/store/record-reader.ts'

/** So many of the newest and of the oldest records are looked at. */
const RECORDS = 500
/** Fewer gaps tell nothing. */
const LEAST_GAPS = 5
/** Rare long gaps do not count. */
const QUANTILE = 0.95
const TIMES = 2

/**
 * After how many minutes without a number in a field of a source an occurrence ends: twice the gap that is seldom exceeded, in whole
 * minutes. A unit may have sent less often when its history began, so the longer one of both ends counts. Undefined as long as there
 * are too few records.
 */
export async function learnGapMinutes(
  reader: Pick<RecordReader, 'readPage'>,
  key: number,
  field: string,
): Promise<number | undefined> {
  const ends = await Promise.all(
    (['desc', 'asc'] as const).map((direction) =>
      reader.readPage(key, {
        conditions: [{ kind: 'number', name: field }],
        order: { field: 'messageUTC', direction },
        after: undefined,
        limit: RECORDS,
      }),
    ),
  )
  const learned = ends.map((records) => gapMinutesOf(records.map(({ at }) => at))).filter((gap) => gap !== undefined)
  return learned.length === 0 ? undefined : Math.max(...learned)
}

/** The same from the times of records in either order. */
export function gapMinutesOf(times: readonly number[]): number | undefined {
  const gaps = times.slice(1).map((at, index) => Math.abs((times[index] ?? at) - at))
  if (gaps.length < LEAST_GAPS) return undefined
  const sorted = gaps.toSorted((one, other) => one - other)
  const usual = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * QUANTILE))] ?? 0
  return Math.max(1, Math.ceil((usual * TIMES) / MINUTE_MS))
}
