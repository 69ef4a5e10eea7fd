import { say } from './say.ts'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'

const VARINT = 0
const FIXED_64 = 1
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

/** Reads a message of Protocol Buffers, field by field (https://protobuf.dev/programming-guides/encoding/). */
export class ProtobufReader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number
  #wireType = VARINT

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  /**
   * The number of the next field, whose value has to be read or skipped; undefined at the end.
   * @throws DomainError record/packet-invalid, as all methods
   */
  nextField(): number | undefined {
    if (this.#at === this.#end) return undefined
    const tag = this.#varint()
    this.#wireType = tag & 7
    return Math.floor(tag / 8)
  }

  double(): number {
    this.#expect(FIXED_64)
    return this.#bytes.readDoubleLE(this.#step(8))
  }

  int64(): number {
    this.#expect(VARINT)
    return this.#varint()
  }

  bytes(): Buffer {
    this.#expect(LENGTH_DELIMITED)
    const start = this.#step(this.#varint())
    return this.#bytes.subarray(start, this.#at)
  }

  message(): ProtobufReader {
    this.#expect(LENGTH_DELIMITED)
    const start = this.#step(this.#varint())
    return new ProtobufReader(this.#bytes, start, this.#at)
  }

  skip(): void {
    switch (this.#wireType) {
      case VARINT:
        return void this.#varint()
      case FIXED_64:
        return void this.#step(8)
      case LENGTH_DELIMITED:
        return void this.#step(this.#varint())
      case FIXED_32:
        return void this.#step(4)
      default:
        throw damaged()
    }
  }

  /** A signed number of 64 bits; beyond 2⁵³ it is rounded. */
  #varint(): number {
    let low = 0
    let high = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#bytes[this.#step(1)] ?? 0
      if (shift < 28) low += (byte & 0x7f) * 2 ** shift
      else high += (byte & 0x7f) * 2 ** (shift - 28)
      if (byte < 0x80) return signed(high) * 2 ** 28 + low
    }
    throw damaged()
  }

  #step(bytes: number): number {
    const start = this.#at
    if (bytes < 0 || start + bytes > this.#end) throw damaged()
    this.#at = start + bytes
    return start
  }

  #expect(wireType: number): void {
    if (this.#wireType !== wireType) throw damaged()
  }
}

/** The upper 36 bits of a number in two's complement. */
function signed(high: number): number {
  const bits = high % 2 ** 36
  return bits >= 2 ** 35 ? bits - 2 ** 36 : bits
}

function damaged(): DomainError {
  return new DomainError('record/packet-invalid', { message: say('prometheus.write.protobuf') })
}
