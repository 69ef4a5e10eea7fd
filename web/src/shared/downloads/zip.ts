import type { WorkbookFile } from '@fieldwatch/contract/tables/write-workbook'

/** Writes files of text as a ZIP archive (PKWARE APPNOTE 6.3), one after the other; their sizes follow each of them. */

type Bytes = Uint8Array<ArrayBuffer>

/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x08_08
const DEFLATE = 8
const VERSION = 20
/** 1 January 1980, from which the dates of archives count. */
const NO_DATE = 0x21
/** Without the extension for large archives, which not all spreadsheets read. */
const MOST_BYTES = 0xff_ff_ff_ff

interface Entry {
  readonly name: Bytes
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly plain: number
}

/** @throws RangeError for more than 4 GiB */
export async function* zip(files: AsyncIterable<WorkbookFile>): AsyncGenerator<Bytes> {
  const encoder = new TextEncoder()
  const entries: Entry[] = []
  let offset = 0
  for await (const { path, text } of files) {
    const name = encoder.encode(path)
    const head = fields(
      [0x04_03_4b_50, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [0, 2],
      [NO_DATE, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    )
    yield head
    yield name
    const sums = { crc: 0, plain: 0 }
    let packed = 0
    for await (const piece of deflate(encode(text, encoder, sums))) {
      packed += piece.length
      yield piece
    }
    const { crc, plain } = sums
    const end = fields([0x08_07_4b_50, 4], [crc, 4], [packed, 4], [plain, 4])
    entries.push({ name, offset, crc, packed, plain })
    offset += head.length + name.length + packed + end.length
    if (offset > MOST_BYTES || plain > MOST_BYTES) throw new RangeError('The archive is too large')
    yield end
  }
  let length = 0
  for (const { name, offset: at, crc, packed, plain } of entries) {
    const sizes = [
      [crc, 4],
      [packed, 4],
      [plain, 4],
      [name.length, 2],
    ] as const
    yield fields(
      [0x02_01_4b_50, 4],
      [VERSION, 2],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [0, 2],
      [NO_DATE, 2],
      ...sizes,
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    )
    yield name
    length += 46 + name.length
  }
  yield fields(
    [0x06_05_4b_50, 4],
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [length, 4],
    [offset, 4],
    [0, 2],
  )
}

/** Numbers with their bytes, the lowest first. */
function fields(...numbers: readonly (readonly [number: number, bytes: number])[]): Bytes {
  const bytes = numbers.flatMap(([number, count]) =>
    Array.from({ length: count }, (_, place) => (number >>> (8 * place)) & 0xff),
  )
  return Uint8Array.from(bytes)
}

async function* encode(
  text: AsyncIterable<string>,
  encoder: TextEncoder,
  sums: { crc: number; plain: number },
): AsyncGenerator<Bytes> {
  for await (const piece of text) {
    const bytes = encoder.encode(piece)
    sums.crc = crc32(bytes, sums.crc)
    sums.plain += bytes.length
    yield bytes
  }
}

async function* deflate(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const { readable, writable } = new CompressionStream('deflate-raw')
  const feeding = feed(pieces, writable.getWriter())
  // A failure ends the reading below with it.
  feeding.catch(() => undefined)
  const reader = readable.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    yield value
  }
  await feeding
}

async function feed(pieces: AsyncIterable<Bytes>, writer: WritableStreamDefaultWriter<Bytes>): Promise<void> {
  try {
    for await (const piece of pieces) {
      await writer.ready
      await writer.write(piece)
    }
    await writer.close()
  } catch (error) {
    await writer.abort(error)
    throw error
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value
})

function crc32(bytes: Bytes, before: number): number {
  let crc = ~before
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
