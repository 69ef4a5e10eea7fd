/** Reads what a ByteWriter wrote. Every read past the end throws a RangeError. */
export class ByteReader {
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private position = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  byte(): number {
    this.position += 1
    return this.view.getUint8(this.position - 1)
  }

  varint(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
      if (factor > Number.MAX_SAFE_INTEGER) throw new RangeError('A varint is longer than a safe integer')
    }
  }

  signedVarint(): number {
    const folded = this.varint()
    return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
  }

  float64(): number {
    this.position += 8
    return this.view.getFloat64(this.position - 8, true)
  }

  /** A view of the next `size` bytes, not a copy. */
  raw(size: number): Uint8Array {
    const end = this.position + size
    if (end > this.bytes.length) throw new RangeError('A block is shorter than it says')
    this.position = end
    return this.bytes.subarray(end - size, end)
  }

  expectEnd(): void {
    if (this.position !== this.bytes.length) throw new RangeError('A block is longer than it says')
  }
}
