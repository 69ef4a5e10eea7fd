import { isIPv4 } from 'node:net'

export function textProxyHeader(address: string): Buffer {
  return Buffer.from(`PROXY ${isIPv4(address) ? 'TCP4' : 'TCP6'} ${address} ${address} 40000 1883\r\n`)
}

interface Parts {
  version?: number
  command?: number
  appended?: Buffer
}

export function binaryProxyHeader(
  address: string,
  { version = 2, command = 1, appended = Buffer.alloc(0) }: Parts = {},
): Buffer {
  const bytes = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.concat(address.split(':').map((group) => Buffer.from(group.padStart(4, '0'), 'hex')))
  const body = Buffer.concat([bytes, bytes, Buffer.alloc(4), appended])
  const head = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex')
  head.writeUInt8((version << 4) | command, 12)
  head.writeUInt8(isIPv4(address) ? 0x11 : 0x21, 13)
  head.writeUInt16BE(body.length, 14)
  return Buffer.concat([head, body])
}
