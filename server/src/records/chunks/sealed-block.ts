import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Thrown instead of returning data from a block that is not what was written. `label` is what the caller calls the block. */
export class DamagedBlockError extends Error {
  override readonly name = 'DamagedBlockError'
  readonly label: string

  constructor(label: string, reason: string, cause?: unknown) {
    super(`Block ${label} is damaged: ${reason}`, cause === undefined ? undefined : { cause })
    this.label = label
  }
}

/** The version that is written. Version 1 has no smoothing, no parts, and another layout of summaries. */
const VERSION = 2
const STORED = 0
const ZSTD = 1

/** version, method, length of the content (4 bytes), checksum of all but itself (4 bytes). */
const HEADER = 10
const CHECKSUM_AT = 6

/**
 * Level 1 with matches of at least seven bytes: shorter matches in the low bytes of noisy numbers are accidental, cost more bits
 * than entropy coding alone, and halve the speed of reading.
 */
const NUMBERS = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_minMatch]: 7 }
const TEXT = { [constants.ZSTD_c_compressionLevel]: 6 }

/** Compresses a block and adds a checksum. A block that does not shrink is stored uncompressed. */
export function sealBlock(content: Uint8Array, options: { holdsText?: boolean } = {}): Buffer {
  const params = options.holdsText === true ? TEXT : NUMBERS
  const compressed = zstdCompressSync(content, { params, pledgedSrcSize: content.length })
  const shrinks = compressed.length < content.length
  const payload = shrinks ? compressed : content
  const block = Buffer.allocUnsafe(HEADER + payload.length)
  block[0] = VERSION
  block[1] = shrinks ? ZSTD : STORED
  block.writeUInt32LE(content.length, 2)
  block.set(payload, HEADER)
  block.writeUInt32LE(checksum(block), CHECKSUM_AT)
  return block
}

/** The content of a sealed block. Throws {@link DamagedBlockError} when it is not exactly what was sealed. */
export function openBlock(block: Buffer, label: string): Uint8Array {
  if (block.length < HEADER) throw new DamagedBlockError(label, 'it is too short')
  if (block.readUInt32LE(CHECKSUM_AT) !== checksum(block)) throw new DamagedBlockError(label, 'its checksum differs')
  if (!isKnown(versionOf(block))) throw new DamagedBlockError(label, `its version is ${block[0]}`)
  const content = unpack(block, label)
  if (content.length !== block.readUInt32LE(2)) throw new DamagedBlockError(label, 'its length differs')
  return content
}

/** Runs a decoder over a block, and turns any error in it into a {@link DamagedBlockError}. */
export function readBlock<T>(block: Buffer, label: string, decode: (content: Uint8Array, version: number) => T): T {
  const content = openBlock(block, label)
  try {
    return decode(content, versionOf(block))
  } catch (cause) {
    throw new DamagedBlockError(label, 'its content makes no sense', cause)
  }
}

function versionOf(block: Buffer): number {
  return block[0] ?? 0
}

function isKnown(version: number): boolean {
  return version >= 1 && version <= VERSION
}

function unpack(block: Buffer, label: string): Uint8Array {
  const payload = block.subarray(HEADER)
  if (block[1] === STORED) return payload
  if (block[1] !== ZSTD) throw new DamagedBlockError(label, `its method is ${block[1]}`)
  const length = Math.max(block.readUInt32LE(2), MIN_CHUNK)
  try {
    return zstdDecompressSync(payload, { chunkSize: length, maxOutputLength: length })
  } catch (cause) {
    throw new DamagedBlockError(label, 'it does not decompress', cause)
  }
}

/** The smallest output buffer that node:zlib takes. */
const MIN_CHUNK = 64

function checksum(block: Buffer): number {
  return crc32(block.subarray(HEADER), crc32(block.subarray(0, CHECKSUM_AT)))
}
