import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fieldwatch/contract/time/durations'
import { encodeSummary } from './summary-block.ts'
import { coarsen, countBuckets, summarise, type Summary } from './summary.ts'

/** The possible widths of buckets, in milliseconds; each is a multiple of the one before. */
export const BUCKET_WIDTHS: readonly number[] = [
  SECOND_MS,
  4 * SECOND_MS,
  12 * SECOND_MS,
  MINUTE_MS,
  4 * MINUTE_MS,
  12 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  2 * DAY_MS,
  8 * DAY_MS,
  32 * DAY_MS,
]

/** A narrower bucket would hold so few numbers that its summary costs more than it saves. */
const NUMBERS_A_BUCKET = 40
/** A level with so few buckets needs no coarser one. */
const FEW_BUCKETS = 4

export interface SummaryLevel {
  bucketMs: number
  block: Buffer
}

/**
 * The sealed summaries of one column of a chunk, from narrow buckets to wide ones. None for a column with so few numbers that
 * reading them is as fast.
 */
export function encodeSummaries(at: Float64Array, values: Float64Array): SummaryLevel[] {
  return summaryLevels(at, values).map((summary) => ({ bucketMs: summary.bucketMs, block: encodeSummary(summary) }))
}

/** The least buckets of a pixel column, so that one across the edge is too narrow to see. A year of 1,200 pixels has 7.3 hours in each. */
const BUCKETS_A_PIXEL = 7
/** The fewer buckets of a pixel column that still do where the only alternative is reading every number. */
const LEAST_BUCKETS_A_PIXEL = 4

/** The stored bucket width to draw pixel columns of `pixelMs` milliseconds with; undefined when every number has to be read. */
export function bucketWidthFor(pixelMs: number, stored: readonly number[]): number | undefined {
  const widest = (perPixel: number): number | undefined =>
    stored
      .filter((width) => width * perPixel <= pixelMs)
      .reduce<number | undefined>((best, width) => Math.max(best ?? 0, width), undefined)
  return widest(BUCKETS_A_PIXEL) ?? widest(LEAST_BUCKETS_A_PIXEL)
}

function summaryLevels(at: Float64Array, values: Float64Array): Summary[] {
  const levels: Summary[] = []
  const most = countNumbers(values) / NUMBERS_A_BUCKET
  for (const bucketMs of BUCKET_WIDTHS) {
    const finer = levels.at(-1)
    if (finer !== undefined && finer.starts.length <= FEW_BUCKETS) break
    if (finer !== undefined) levels.push(coarsen(finer, bucketMs))
    else if (most >= 1 && countBuckets(at, values, bucketMs, most) <= most) levels.push(summarise(at, values, bucketMs))
  }
  return levels
}

function countNumbers(values: Float64Array): number {
  let numbers = 0
  for (let index = 0; index < values.length; index += 1) if (!Number.isNaN(values[index])) numbers += 1
  return numbers
}
