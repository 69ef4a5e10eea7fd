import { type DrawnRange, pixelColumnOf } from '#records/chunks/pixel-columns.ts'
import type { SummaryEnds, SummaryPoints } from '#records/chunks/summary.ts'
import type { ChunkDescription } from './chunk-description.ts'
import type { NumberBlock } from './record-reader.ts'

/** Whether the records of a chunk had arrived at a moment. */
export function howManyArrived(
  { firstReceivedAt, lastReceivedAt }: Pick<ChunkDescription, 'firstReceivedAt' | 'lastReceivedAt'>,
  arrivedBy = Infinity,
): 'all' | 'some' | 'none' {
  if (lastReceivedAt <= arrivedBy) return 'all'
  return firstReceivedAt > arrivedBy ? 'none' : 'some'
}

/** The records of a block that had arrived at a moment, without the last column, which has the times of arrival. */
export function keepArrived({ at, columns }: NumberBlock, arrivedBy: number): NumberBlock {
  const fields = columns.slice(0, -1)
  const arrivals = columns.at(-1) ?? at
  let count = 0
  for (let index = 0; index < arrivals.length; index += 1) if ((arrivals[index] ?? 0) <= arrivedBy) count += 1
  if (count === at.length) return { at, columns: fields }
  const pick = (values: Float64Array): Float64Array => {
    const picked = new Float64Array(count)
    let place = 0
    for (let index = 0; index < arrivals.length; index += 1) {
      if ((arrivals[index] ?? 0) > arrivedBy) continue
      picked[place] = values[index] ?? Number.NaN
      place += 1
    }
    return picked
  }
  return { at: pick(at), columns: fields.map(pick) }
}

/** The buckets that end by a moment: where only a summary is left, it is not known when the records of a later one arrived. */
export function bucketsUntil(summary: SummaryEnds, until: number): SummaryEnds {
  let count = 0
  while (count < summary.starts.length && (summary.starts[count] ?? 0) + summary.bucketMs <= until + 1) count += 1
  const cut = ({ at, values }: SummaryPoints): SummaryPoints => ({
    at: at.subarray(0, count),
    values: values.subarray(0, count),
  })
  const { bucketMs, starts, first, last, min, max } = summary
  return {
    bucketMs,
    starts: starts.subarray(0, count),
    first: cut(first),
    last: cut(last),
    min: cut(min),
    max: cut(max),
  }
}

/**
 * Thins out records of the range: of each half of a pixel column the first one stays, and the one that arrived first. The last column has the
 * times of arrival.
 */
export async function thinRecords(blocks: AsyncIterable<NumberBlock>, range: DrawnRange): Promise<NumberBlock[]> {
  const halves = { ...range, width: 2 * range.width }
  const thinned: NumberBlock[] = []
  let half = -1
  for await (const { at, columns } of blocks) {
    const arrivals = columns.at(-1) ?? at
    const kept: number[] = []
    let earliest = -1
    for (let index = 0; index < at.length; index += 1) {
      const own = pixelColumnOf(at[index] ?? 0, halves)
      if (own !== half) {
        half = own
        if (earliest !== -1 && earliest !== kept.at(-1)) kept.push(earliest)
        kept.push(index)
        earliest = index
      } else if (earliest === -1 || (arrivals[index] ?? 0) < (arrivals[earliest] ?? 0)) earliest = index
    }
    if (earliest !== -1 && earliest !== kept.at(-1)) kept.push(earliest)
    const pick = (values: Float64Array) => Float64Array.from(kept, (index) => values[index] ?? Number.NaN)
    if (kept.length > 0) thinned.push({ at: pick(at), columns: columns.map(pick) })
  }
  return thinned
}
