import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readNumbers } from './numbers.ts'
import { readBlock, sealBlock } from './sealed-block.ts'
import type { Summary, SummaryEnds, SummaryPoints } from './summary.ts'
import { readEndTimes, writeEndTimes } from './summary-times.ts'
import { readEndValues, readSums, writeEndValues, writeSums } from './summary-values.ts'

/** Seals a summary. */
export function encodeSummary(summary: Summary): Buffer {
  const { bucketMs, starts, counts, sums, first, last, min, max } = summary
  const ranges = { counts, min: min.values, max: max.values }
  const writer = new ByteWriter(starts.length * 24 + 256)
  writer.varint(bucketMs)
  writer.varint(starts.length)
  writeIntegers(
    writer,
    starts.map((start) => Math.round(start / bucketMs)),
  )
  writeEndTimes(writer, summary)
  const digits = writeEndValues(writer, { first: first.values, last: last.values, min: min.values, max: max.values })
  writeIntegers(writer, counts.slice())
  writeSums(writer, sums, { ...ranges, digits })
  return sealBlock(writer.finish())
}

/** Throws DamagedBlockError with the label. */
export function decodeSummary(block: Buffer, label: string): Summary {
  return readBlock(block, label, (content, version) => {
    const reader = new ByteReader(content)
    const ends = readEnds(reader, version)
    const counts = readIntegers(reader, ends.starts.length)
    const sums =
      version === 1
        ? readNumbers(reader, ends.starts.length)
        : readSums(reader, { counts, min: ends.min.values, max: ends.max.values })
    reader.expectEnd()
    return { ...ends, counts, sums }
  })
}

/** The part that drawing needs, without counts and sums. Throws DamagedBlockError with the label. */
export function decodeSummaryEnds(block: Buffer, label: string): SummaryEnds {
  return readBlock(block, label, (content, version) => readEnds(new ByteReader(content), version))
}

function readEnds(reader: ByteReader, version: number): SummaryEnds {
  const bucketMs = reader.varint()
  const starts = readIntegers(reader, reader.varint())
  for (let index = 0; index < starts.length; index += 1) starts[index] = (starts[index] as number) * bucketMs
  if (version === 1) {
    const points = (): SummaryPoints => readPoints(reader, starts)
    return { bucketMs, starts, first: points(), last: points(), min: points(), max: points() }
  }
  const times = readEndTimes(reader, { bucketMs, starts })
  const values = readEndValues(reader, starts.length)
  const pointsAt = (end: 'first' | 'last' | 'min' | 'max'): SummaryPoints => ({ at: times[end], values: values[end] })
  return {
    bucketMs,
    starts,
    first: pointsAt('first'),
    last: pointsAt('last'),
    min: pointsAt('min'),
    max: pointsAt('max'),
  }
}

/** The points of version 1. */
function readPoints(reader: ByteReader, starts: Float64Array): SummaryPoints {
  const at = readIntegers(reader, starts.length)
  for (let index = 0; index < at.length; index += 1) at[index] = (at[index] as number) + (starts[index] as number)
  return { at, values: readNumbers(reader, starts.length) }
}
