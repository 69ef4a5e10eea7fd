import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import { CSV_MARK } from '@fieldwatch/contract/text/csv'

export interface PackedFile {
  readonly rows: number
  readonly bytes: number
  /** Compressed with zstd. */
  readonly packed: Buffer
}

/**
 * Packs the CSV of a file for people as it is written, and lets others have their turn. `end` follows it, and its lines are no rows.
 * Undefined when it is longer than `mostBytes`: then it is not written to its end.
 */
export async function packFile(
  pieces: AsyncIterable<string>,
  {
    mostBytes,
    end = '',
    signal,
  }: { readonly mostBytes: number; readonly end?: string | undefined; readonly signal: AbortSignal },
): Promise<PackedFile | undefined> {
  let bytes = 0
  let lines = 0
  let isTooLong = false

  async function* encoded(): AsyncGenerator<Buffer> {
    const mark = Buffer.from(CSV_MARK)
    bytes += mark.length
    yield mark
    for await (const piece of pieces) {
      lines += countLines(piece)
      const data = Buffer.from(piece)
      bytes += data.length
      isTooLong = bytes > mostBytes
      if (isTooLong) return
      yield data
      await setImmediate()
    }
    const data = Buffer.from(end)
    bytes += data.length
    isTooLong = bytes > mostBytes
    if (!isTooLong && data.length > 0) yield data
  }

  const parts: Buffer[] = []
  await pipeline(
    Readable.from(encoded(), { objectMode: false }),
    createZstdCompress(),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const part of packed) parts.push(part)
    },
    { signal },
  )
  // No cell has a line break in it; the first line has the headings.
  return isTooLong ? undefined : { rows: Math.max(0, lines - 1), bytes, packed: Buffer.concat(parts) }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
