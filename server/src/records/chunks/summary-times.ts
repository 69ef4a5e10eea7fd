import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import type { Summary, SummaryEnds } from './summary.ts'

/** The times of the points of a summary. */
interface EndTimes {
  readonly first: Float64Array
  readonly last: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
}

/**
 * Writes the times of the points: the first by its distance from the start of the bucket, the last by that from the end, the lowest
 * and the highest one in beats of the records after the first, and in milliseconds beside the beat, of which most are 0.
 */
export function writeEndTimes(writer: ByteWriter, summary: Summary): void {
  const { bucketMs, starts, first, last, min, max } = summary
  const beat = beatOf(summary)
  writer.varint(beat)
  writeIntegers(
    writer,
    first.at.map((time, index) => time - at(starts, index)),
  )
  writeIntegers(
    writer,
    last.at.map((time, index) => at(starts, index) + bucketMs - time),
  )
  for (const points of [min, max]) {
    const after = points.at.map((time, index) => time - at(first.at, index))
    const beats = after.map((time) => Math.round(time / beat))
    const beside = after.map((time, index) => time - at(beats, index) * beat)
    writeIntegers(writer, beats)
    writeIntegers(writer, beside)
  }
}

export function readEndTimes(
  reader: ByteReader,
  { bucketMs, starts }: Pick<SummaryEnds, 'bucketMs' | 'starts'>,
): EndTimes {
  const beat = reader.varint()
  const read = (): Float64Array => readIntegers(reader, starts.length)
  const first = read()
  const last = read()
  for (let index = 0; index < starts.length; index += 1) {
    first[index] = at(starts, index) + at(first, index)
    last[index] = at(starts, index) + bucketMs - at(last, index)
  }
  const readAfter = (): Float64Array => {
    const times = read()
    const beside = read()
    for (let index = 0; index < times.length; index += 1) {
      times[index] = at(first, index) + at(times, index) * beat + at(beside, index)
    }
    return times
  }
  return { first, last, min: readAfter(), max: readAfter() }
}

/** The median of the milliseconds between records. */
function beatOf({ first, last, counts }: Summary): number {
  const beats = counts
    .map((count, index) => (count < 2 ? 0 : (at(last.at, index) - at(first.at, index)) / (count - 1)))
    .filter((beat) => beat > 0)
    .sort()
  return Math.max(1, Math.round(beats[beats.length >> 1] ?? 1))
}

function at(values: Float64Array, index: number): number {
  return values[index] as number
}
