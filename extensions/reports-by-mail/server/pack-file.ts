import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import { CSV_MARK } from '@fieldwatch/contract/text/csv'
import { type FileFormat, type Sheet, writeCsv } from '@fieldwatch/contract/tables/table'
import { createWalls } from '@fieldwatch/contract/tables/zone-walls'
import { writeXlsx } from '@fieldwatch/server/platform/tables/write-xlsx'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'

export interface PackedFile {
  /** How many rows its first table has. */
  readonly rows: number
  readonly bytes: number
  /** Compressed with zstd. */
  readonly packed: Buffer
}

interface Limits {
  readonly format: FileFormat
  /** The time zone of the times in a workbook. */
  readonly timeZone: string
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/**
 * Packs a file for people as it is written, and lets others have their turn. Undefined when it is longer than `mostBytes`: then it is not
 * written to its end.
 */
export async function packFile(
  [first, ...others]: readonly [Sheet, ...Sheet[]],
  { format, timeZone, mostBytes, signal }: Limits,
): Promise<PackedFile | undefined> {
  let bytes = 0
  let rows = 0
  let isTooLong = false

  async function* counted(): Sheet['blocks'] {
    for await (const block of first.blocks) {
      if (isTooLong) return
      rows += block.length
      yield block
      await setImmediate()
    }
  }

  async function* bounded(): AsyncGenerator<Buffer> {
    const sheets = [{ ...first, blocks: counted() }, ...others]
    for await (const piece of openFile(sheets, { format, timeZone })) {
      const data = Buffer.from(piece)
      bytes += data.length
      isTooLong = bytes > mostBytes
      if (isTooLong) return
      yield data
    }
  }

  const parts: Buffer[] = []
  await pipeline(
    Readable.from(bounded(), { objectMode: false }),
    createZstdCompress(),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const part of packed) parts.push(part)
    },
    { signal },
  )
  return isTooLong ? undefined : { rows, bytes, packed: Buffer.concat(parts) }
}

async function* openFile(
  sheets: readonly Sheet[],
  { format, timeZone }: Pick<Limits, 'format' | 'timeZone'>,
): AsyncGenerator<string | Buffer> {
  if (format === 'xlsx') {
    yield* writeXlsx({ sheets, wallOf: createWalls(timeZone) }) as AsyncIterable<Buffer>
    return
  }
  yield CSV_MARK
  yield* writeCsv(sheets, formatTime)
}
