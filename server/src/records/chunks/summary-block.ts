import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readNumbers, writeNumbers } from './numbers.ts'
import { readBlock, sealBlock } from './sealed-block.ts'
import type { Summary, SummaryEnds, SummaryPoints } from './summary.ts'

const ENDS = ['first', 'last', 'min', 'max'] as const

/** Seals a summary. Times are kept as offsets into their bucket, which is why they cost a byte or two. */
export function encodeSummary(summary: Summary): Buffer {
  const { bucketMs, starts } = summary
  const writer = new ByteWriter(starts.length * 24 + 256)
  writer.varint(bucketMs)
  writer.varint(starts.length)
  writeIntegers(
    writer,
    starts.map((start) => Math.round(start / bucketMs)),
  )
  for (const end of ENDS) {
    writeIntegers(
      writer,
      summary[end].at.map((time, index) => time - (starts[index] as number)),
    )
    writeNumbers(writer, summary[end].values)
  }
  writeIntegers(writer, summary.counts.slice())
  writeNumbers(writer, summary.sums)
  return sealBlock(writer.finish())
}

/** Throws DamagedBlockError with the label. */
export function decodeSummary(block: Buffer, label: string): Summary {
  return readBlock(block, label, (content) => {
    const reader = new ByteReader(content)
    const ends = readEnds(reader)
    const counts = readIntegers(reader, ends.starts.length)
    const sums = readNumbers(reader, ends.starts.length)
    reader.expectEnd()
    return { ...ends, counts, sums }
  })
}

/** The part that drawing needs, without counts and sums. Throws DamagedBlockError with the label. */
export function decodeSummaryEnds(block: Buffer, label: string): SummaryEnds {
  return readBlock(block, label, (content) => readEnds(new ByteReader(content)))
}

function readEnds(reader: ByteReader): SummaryEnds {
  const bucketMs = reader.varint()
  const starts = readIntegers(reader, reader.varint())
  for (let index = 0; index < starts.length; index += 1) starts[index] = (starts[index] as number) * bucketMs
  const points = (): SummaryPoints => readPoints(reader, starts)
  return { bucketMs, starts, first: points(), last: points(), min: points(), max: points() }
}

function readPoints(reader: ByteReader, starts: Float64Array): SummaryPoints {
  const at = readIntegers(reader, starts.length)
  for (let index = 0; index < at.length; index += 1) at[index] = (at[index] as number) + (starts[index] as number)
  return { at, values: readNumbers(reader, starts.length) }
}
