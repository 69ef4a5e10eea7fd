/** What a tracker sends on one connection (Teltonika Data Sending Protocols, TCP). */
export type Frame =
  | { readonly kind: 'login'; readonly imei: string }
  /** From codec id to second count; `intact` is whether its checksum is right. */
  | { readonly kind: 'packet'; readonly data: Buffer; readonly intact: boolean }

/** The longest data of a packet. Trackers send up to 1,280 bytes; answers to commands may be longer. */
export const MAX_PACKET_BYTES = 16 * 1024

const KEEP_ALIVE = 0xff
const PREAMBLE_BYTES = 8
const CHECKSUM_BYTES = 4
const IMEI_DIGITS = 15
const NOTHING = Buffer.alloc(0)

/** Splits the bytes of a connection into frames: first the login, then packets; keep-alive bytes before and between them are skipped. */
export function createFrameSplitter() {
  let rest: Buffer = NOTHING
  let isSignedIn = false
  return {
    /**
     * The frames that are complete with these bytes.
     * @throws FrameError for what is no frame, as soon as that is known
     */
    push: (bytes: Buffer): Frame[] => {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      const frames: Frame[] = []
      for (let frame = next(); frame !== undefined; frame = next()) frames.push(frame)
      return frames
    },
  }

  function next(): Frame | undefined {
    const start = rest.findIndex((byte) => byte !== KEEP_ALIVE)
    rest = start === -1 ? NOTHING : rest.subarray(start)
    return isSignedIn ? nextPacket() : nextLogin()
  }

  function nextLogin(): Frame | undefined {
    if (rest.length < 2) return undefined
    if (rest.readUInt16BE(0) !== IMEI_DIGITS) throw new FrameError('no IMEI')
    if (rest.length < 2 + IMEI_DIGITS) return undefined
    const imei = take(2 + IMEI_DIGITS).toString('latin1', 2)
    if (!/^\d{15}$/.test(imei)) throw new FrameError('no IMEI')
    isSignedIn = true
    return { kind: 'login', imei }
  }

  function nextPacket(): Frame | undefined {
    const preamble = rest.subarray(0, 4)
    if (preamble.some((byte) => byte !== 0)) throw new FrameError('no preamble')
    if (rest.length < PREAMBLE_BYTES) return undefined
    const length = rest.readUInt32BE(4)
    if (length < 3 || length > MAX_PACKET_BYTES) throw new FrameError('length out of bounds')
    const bytes = PREAMBLE_BYTES + length + CHECKSUM_BYTES
    if (rest.length < bytes) return undefined
    const packet = take(bytes)
    const data = packet.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + length)
    return { kind: 'packet', data, intact: packet.readUInt32BE(PREAMBLE_BYTES + length) === checksum(data) }
  }

  function take(bytes: number): Buffer {
    const taken = rest.subarray(0, bytes)
    rest = rest.subarray(bytes)
    return taken
  }
}

/** The sender does not speak this protocol. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/** CRC-16/ARC. */
export function checksum(data: Buffer): number {
  let crc = 0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** Data with its preamble and checksum. */
export function wrapPacket(data: Buffer): Buffer {
  const packet = Buffer.alloc(PREAMBLE_BYTES + data.length + CHECKSUM_BYTES)
  packet.writeUInt32BE(data.length, 4)
  data.copy(packet, PREAMBLE_BYTES)
  packet.writeUInt32BE(checksum(data), PREAMBLE_BYTES + data.length)
  return packet
}
