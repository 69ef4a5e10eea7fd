/** What Prometheus 2.42 sent for two scrapes of a page with five metrics, and of the scrape itself; `external_labels: {unit: well-1}`. */
export const RECORDED_SAMPLES = Buffer.from(
  '5RHwfQp6Ch4KCF9fbmFtZV9fEhJ0YW5rX2xldmVsX3BlcmNlbnQKGgoIaW5zdGFuY2USDjEyNy4wLjAuMTo5OTEyCgsKA2pvYhIEc2l0ZQoNCgR0YW5rEgVub3J0aAoOCgR1bml0EgZ3ZWxsLTESEAmamZmZmdlRQBD1u9PaoDQKef58ABl8AAwNfBgEc8O8ZAoOQnsAAAAFAQgoQBANewh/CiEd91gVcHVtcF9xdWFudGlsZV9zZWNvbmRzCqL6AAgPCggRPRASAzAuNUqBAAABBYEE+H8RgQhqCh0dgQARBYEsc3RhcnRzX3RvdGFspn0AWu0ABIB7Fe0IYwoWHWwoCm92ZXJfcmFuZ2XuZQAFZQQA8BXRCFsKDh1lCAJ1cO5dAA1dAD8xLghwCiMdXTwXc2NyYXBlX2R1cmF0aW9uxrEBRjQBGDJsKhH8/XcVcghvCiIdcgAWDXIcc2FtcGxlc18JDwBk7uMACeMAFDWlCH4KMR1xACUJYhVxVHBvc3RfbWV0cmljX3JlbGFiZWxpbmf+gAAugAAIbAofHYAAExGAIGVyaWVzX2FkZP7uADbuAP53BNJ3BAzFy9Pa/ncE2ncEDXsAf/53BOJ3BA2B/ncEgncECKB7QBFs/ncEdncEDdH+dwRWdwQNXf53BIZ3BBxMQ7BRpjZQPxFy/ncEpncEDeP+dwTidwQNgABj/ncEancEHAcQxcvT2qA0',
  'base64',
)

/** The metadata that it sends every minute, without samples. */
export const RECORDED_METADATA = Buffer.from('LGgaKggCEhJ0YW5rX2xldmVsX3BlcmNlbnQiEkwBDzAgb2YgdGhlIHRhbmsu', 'base64')

/** When it sent them. */
export const RECORDED_AT = Date.UTC(2026, 10, 24, 2, 14)

export interface TestSeries {
  readonly labels: Readonly<Record<string, string>>
  readonly samples?: readonly (readonly [value: number, at: number])[]
}

/** A `WriteRequest` as senders pack it. */
export function packSeries(...series: TestSeries[]): Buffer {
  return packSnappy(Buffer.concat(series.map((one) => field(1, encodeSeries(one)))))
}

export function encodeSeries({ labels, samples = [] }: TestSeries): Buffer {
  return Buffer.concat([
    ...Object.entries(labels).map(([name, value]) =>
      field(1, field(1, Buffer.from(name)), field(2, Buffer.from(value))),
    ),
    ...samples.map(([value, at]) =>
      field(2, Buffer.from([0x09]), double(value), Buffer.from([0x10]), varint(BigInt(at))),
    ),
  ])
}

/** A field with bytes of some length. */
export function field(number: number, ...parts: Buffer[]): Buffer {
  const bytes = Buffer.concat(parts)
  return Buffer.concat([varint(BigInt(number * 8 + 2)), varint(BigInt(bytes.length)), bytes])
}

export function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** In two's complement of 64 bits. */
export function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let left = BigInt.asUintN(64, value)
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80)
  return Buffer.from([...bytes, Number(left)])
}

/** Literals alone. */
export function packSnappy(bytes: Buffer): Buffer {
  const parts = [varint(BigInt(bytes.length))]
  for (let from = 0; from < bytes.length; from += 65_536) {
    const literal = bytes.subarray(from, from + 65_536)
    const head = Buffer.from([61 << 2, 0, 0])
    head.writeUInt16LE(literal.length - 1, 1)
    parts.push(head, literal)
  }
  return Buffer.concat(parts)
}
