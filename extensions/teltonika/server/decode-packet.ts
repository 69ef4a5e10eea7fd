import { say } from './say.ts'

/** One record of a tracker, in the units of the protocol. */
export interface AvlRecord {
  /** Epoch milliseconds by the clock of the tracker. */
  readonly at: number
  /** 0 low, 1 high, 2 panic. */
  readonly priority: number
  /** Degrees. */
  readonly lon: number
  readonly lat: number
  /** Metres. */
  readonly alt: number
  /** Degrees from north. */
  readonly heading: number
  /** 0 without a fix. */
  readonly satellites: number
  /** km/h. */
  readonly speed: number
  /** The IO element that caused the record; 0 for a periodic one. */
  readonly event: number
  /** Codec 16: how the record came about. */
  readonly generation?: number
  /** Values by IO id, as bytes. */
  readonly io: ReadonlyMap<number, Buffer>
}

export type Packet =
  | { readonly kind: 'records'; readonly count: number; readonly records: readonly AvlRecord[] }
  /** Codec 12, 13 or 14: the answer to a command, or a text that the tracker sends by itself. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly refused: boolean
      /** Codec 13: epoch milliseconds by the clock of the tracker. */
      readonly at?: number
    }
  /** `count` is what the sender waits for. */
  | { readonly kind: 'invalid'; readonly count: number; readonly reason: string }
  /** Its two counts differ: the sender has to send it again. */
  | { readonly kind: 'miscounted' }

const CODEC_8 = 0x08
const CODEC_12 = 0x0c
const CODEC_13 = 0x0d
const CODEC_14 = 0x0e
const CODEC_16 = 0x10
const CODEC_8_EXTENDED = 0x8e

/** The answer of codec 14 to a command that is for another tracker. */
const NOT_FOR_ME = 0x11

/** Decodes the data of a packet whose checksum is right. It never throws for what a tracker sent. */
export function decodePacket(data: Buffer): Packet {
  const codec = data.readUInt8(0)
  const count = data.readUInt8(1)
  if (data.at(-1) !== count) return { kind: 'miscounted' }
  const reader = createByteReader(data.subarray(2, -1))
  try {
    switch (codec) {
      case CODEC_8:
      case CODEC_8_EXTENDED:
      case CODEC_16:
        return { kind: 'records', count, records: readRecords(reader, codec, count) }
      case CODEC_12:
      case CODEC_13:
      case CODEC_14:
        return readText(reader, codec)
      default:
        return {
          kind: 'invalid',
          count,
          reason: say('teltonika.packet.codec', { codec: `0x${codec.toString(16)}` }),
        }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { kind: 'invalid', count, reason: error.message }
  }
}

function readRecords(reader: ByteReader, codec: number, count: number): AvlRecord[] {
  const records = Array.from({ length: count }, () => readRecord(reader, codec))
  if (reader.left() > 0) throw new RangeError(say('teltonika.packet.longer'))
  return records
}

function readRecord(reader: ByteReader, codec: number): AvlRecord {
  const head = {
    at: Number(reader.uint64()),
    priority: reader.uint8(),
    lon: reader.int32() / 1e7,
    lat: reader.int32() / 1e7,
    alt: reader.int16(),
    heading: reader.uint16(),
    satellites: reader.uint8(),
    speed: reader.uint16(),
    event: codec === CODEC_8 ? reader.uint8() : reader.uint16(),
    ...(codec === CODEC_16 ? { generation: reader.uint8() } : {}),
  }
  return { ...head, io: readIo(reader, codec) }
}

function readIo(reader: ByteReader, codec: number): Map<number, Buffer> {
  const readId = codec === CODEC_8 ? reader.uint8 : reader.uint16
  const readCount = codec === CODEC_8_EXTENDED ? reader.uint16 : reader.uint8
  const io = new Map<number, Buffer>()
  // Not compared with what follows: trackers exist whose total is wrong.
  readCount()
  for (const size of [1, 2, 4, 8]) readGroup(() => size)
  if (codec === CODEC_8_EXTENDED) readGroup(reader.uint16)
  return io

  function readGroup(readSize: () => number): void {
    for (let left = readCount(); left > 0; left -= 1) {
      const id = readId()
      io.set(id, reader.bytes(readSize()))
    }
  }
}

function readText(reader: ByteReader, codec: number): Packet {
  const type = reader.uint8()
  const length = reader.uint32()
  const content = createByteReader(reader.bytes(length))
  // Codec 13 begins with a time in seconds, codec 14 with the IMEI.
  const at = codec === CODEC_13 ? { at: content.uint32() * 1000 } : {}
  if (codec === CODEC_14) content.bytes(8)
  const bytes = content.bytes(content.left())
  const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127))
  const text = isText ? bytes.toString('latin1').trim() : bytes.toString('hex')
  return { kind: 'text', text, refused: codec === CODEC_14 && type === NOT_FOR_ME, ...at }
}

/** A command of codec 12, as a packet. */
export function encodeCommandData(command: string): Buffer {
  const text = Buffer.from(command, 'latin1')
  const head = Buffer.from([CODEC_12, 1, 0x05, 0, 0, 0, 0])
  head.writeUInt32BE(text.length, 3)
  return Buffer.concat([head, text, Buffer.from([1])])
}

/** Reads a buffer from its start to its end. Reading beyond it throws a RangeError with a sentence. */
function createByteReader(data: Buffer) {
  let at = 0
  const step = (bytes: number): number => {
    if (at + bytes > data.length) throw new RangeError(say('teltonika.packet.early'))
    at += bytes
    return at - bytes
  }
  return {
    uint8: () => data.readUInt8(step(1)),
    uint16: () => data.readUInt16BE(step(2)),
    int16: () => data.readInt16BE(step(2)),
    uint32: () => data.readUInt32BE(step(4)),
    int32: () => data.readInt32BE(step(4)),
    uint64: () => data.readBigUInt64BE(step(8)),
    bytes: (count: number): Buffer => data.subarray(step(count), at),
    left: () => data.length - at,
  }
}

type ByteReader = ReturnType<typeof createByteReader>
