/** Grows as it is written to; what it holds is read back with {@link ByteReader} in the same order. */
export class ByteWriter {
  private bytes: Uint8Array
  private view: DataView
  private length = 0

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity)
    this.view = new DataView(this.bytes.buffer)
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length] = value
    this.length += 1
  }

  /** A whole number from 0 to 2^53 - 1 in seven bits a byte, the lowest first. */
  varint(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.byte((rest % 128) | 128)
      rest = Math.floor(rest / 128)
    }
    this.byte(rest)
  }

  /** A whole number from -2^52 to 2^52. */
  signedVarint(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  float64(value: number): void {
    this.reserve(8)
    this.view.setFloat64(this.length, value, true)
    this.length += 8
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Room for `size` bytes that the caller fills before the next write. */
  space(size: number): Uint8Array {
    this.reserve(size)
    this.length += size
    return this.bytes.subarray(this.length - size, this.length)
  }

  /** A view of what was written, not a copy. */
  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + size))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
    this.view = new DataView(grown.buffer)
  }
}
