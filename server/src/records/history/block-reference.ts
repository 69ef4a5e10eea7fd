/** Where the block of a moved chunk is. It is stored in place of the block. */
export interface BlockReference {
  readonly object: number
  readonly offset: number
  readonly length: number
}

/** No block begins so: the first byte of a block is its version. */
const MAGIC = Buffer.from([0xf1, 0x46, 0x57, 0x48])
const LENGTH = 20

export function encodeReference({ object, offset, length }: BlockReference): Buffer {
  const bytes = Buffer.alloc(LENGTH)
  MAGIC.copy(bytes)
  bytes.writeBigUInt64LE(BigInt(object), 4)
  bytes.writeUInt32LE(offset, 12)
  bytes.writeUInt32LE(length, 16)
  return bytes
}

/** Undefined for anything that is not a reference. */
export function decodeReference(value: unknown): BlockReference | undefined {
  if (!Buffer.isBuffer(value) || value.length !== LENGTH || value.compare(MAGIC, 0, 4, 0, 4) !== 0) return undefined
  return { object: Number(value.readBigUInt64LE(4)), offset: value.readUInt32LE(12), length: value.readUInt32LE(16) }
}

export function nameOfReference({ object, offset }: BlockReference): string {
  return `${object}/${offset}`
}
