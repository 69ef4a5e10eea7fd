import { wrapPacket } from '../split-frames.ts'

const frame = (hex: string): Buffer => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')

/** The worked examples of the maker's page "Teltonika Data Sending Protocols". */
export const EXAMPLES = {
  codec8:
    frame(`000000000000003608010000016B40D8EA30010000000000000000000000000000000105021503010101425E0F01F10000601A01
    4E0000000000000000010000C7CF`),
  codec8Short: frame(
    `000000000000002808010000016B40D9AD80010000000000000000000000000000000103021503010101425E100000010000F22A`,
  ),
  codec8Two:
    frame(`000000000000004308020000016B40D57B480100000000000000000000000000000001010101000000000000016B40D5C19801000000
    0000000000000000000000000101010101000000020000252C`),
  codec8Extended:
    frame(`000000000000004A8E010000016B412CEE000100000000000000000000000000000000010005000100010100010011001D00010010
    015E2C880002000B000000003544C87A000E000000001DD7E06A00000100002994`),
  codec16:
    frame(`000000000000005F10020000016BDBC7833000000000000000000000000000000000000B05040200010000030002000B00270042563A
    00000000016BDBC7871800000000000000000000000000000000000B05040200010000030002000B00260042563A00000200005FB3`),
  getInfo: frame('000000000000000F0C010500000007676574696E666F0100004312'),
  getInfoAnswer:
    frame(`00000000000000900C010600000088494E493A323031392F372F323220373A3232205254433A323031392F372F323220373A353320
    5253543A32204552523A312053523A302042523A302043463A302046473A3020464C3A302054553A302F302055543A3020534D533A30204E4F47505
    33A303A3330204750533A31205341543A302052533A332052463A36352053463A31204D443A30010000C78F`),
  getIo: frame('000000000000000D0C010500000005676574696F01000000CB'),
  getIoAnswer:
    frame(`00000000000000370C01060000002F4449313A31204449323A30204449333A302041494E313A302041494E323A313639323420444F313A
    3020444F323A3101000066E3`),
  codec14Answer:
    frame(`00000000000000AB0E0106000000A303520930814522515665723A30332E31382E31345F3034204750533A41584E5F352E31305F3333
    33332048773A464D42313230204D6F643A313520494D45493A33353230393330383134353232353120496E69743A323031382D31312D323220373A313
    320557074696D653A3137323334204D41433A363042444430303136323631205350433A312830292041584C3A30204F42443A3020424C3A312E362042
    543A340100007AAE`),
  codec14Refusal: frame('00000000000000100E011100000008035209308145225101000032AC'),
} as const

export const login = (imei: string): Buffer => Buffer.concat([Buffer.from([0, imei.length]), Buffer.from(imei)])

interface GivenRecord {
  at?: number
  priority?: number
  lon?: number
  lat?: number
  alt?: number
  heading?: number
  satellites?: number
  speed?: number
  event?: number
  /** Values by IO id; of 1, 2, 4 or 8 bytes, or with codec 8 extended of any length. */
  io?: Readonly<Record<number, Buffer>>
}

type Codec = 0x08 | 0x8e | 0x10

/** A packet as a tracker writes it. */
export function buildPacket(records: readonly GivenRecord[], codec: Codec = 0x08): Buffer {
  const body = records.map((record) => encodeRecord(record, codec))
  return wrapPacket(Buffer.concat([Buffer.from([codec, records.length]), ...body, Buffer.from([records.length])]))
}

/** A packet of codec 12 with the answer to a command. */
export function buildAnswer(text: string): Buffer {
  const head = Buffer.from([0x0c, 1, 0x06, 0, 0, 0, text.length])
  return wrapPacket(Buffer.concat([head, Buffer.from(text), Buffer.from([1])]))
}

export function bytes(size: 1 | 2 | 4, value: number): Buffer {
  const buffer = Buffer.alloc(size)
  buffer.writeUIntBE(value, 0, size)
  return buffer
}

export function bytes8(value: bigint): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64BE(value)
  return buffer
}

function encodeRecord(given: GivenRecord, codec: Codec): Buffer {
  const { at = 1_700_000_000_000, priority = 0, lon = 0, lat = 0, alt = 0, heading = 0, event = 0, io = {} } = given
  const head = Buffer.alloc(24)
  head.writeBigUInt64BE(BigInt(at), 0)
  head.writeUInt8(priority, 8)
  head.writeInt32BE(Math.round(lon * 1e7), 9)
  head.writeInt32BE(Math.round(lat * 1e7), 13)
  head.writeInt16BE(alt, 17)
  head.writeUInt16BE(heading, 19)
  head.writeUInt8(given.satellites ?? 0, 21)
  head.writeUInt16BE(given.speed ?? 0, 22)
  const idSize = codec === 0x08 ? 1 : 2
  const countSize = codec === 0x8e ? 2 : 1
  const values = Object.entries(io).map(([id, value]) => ({ id: Number(id), value }))
  const parts = [head, bytes(idSize, event)]
  if (codec === 0x10) parts.push(bytes(1, 0))
  parts.push(bytes(countSize, values.length))
  for (const size of [1, 2, 4, 8]) {
    const group = values.filter(({ value }) => value.length === size)
    parts.push(bytes(countSize, group.length))
    for (const { id, value } of group) parts.push(bytes(idSize, id), value)
  }
  if (codec === 0x8e) {
    const group = values.filter(({ value }) => ![1, 2, 4, 8].includes(value.length))
    parts.push(bytes(2, group.length))
    for (const { id, value } of group) parts.push(bytes(2, id), bytes(2, value.length), value)
  }
  return Buffer.concat(parts)
}
