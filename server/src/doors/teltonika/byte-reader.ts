import { say } from '@fieldwatch/messages/server-sentences'

/** Reads a buffer from its start to its end. Reading beyond it throws a RangeError with a sentence. */
export function createByteReader(data: Buffer) {
  let at = 0
  const step = (bytes: number): number => {
    if (at + bytes > data.length) throw new RangeError(say('answers.door.teltonika.early'))
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

export type ByteReader = ReturnType<typeof createByteReader>
