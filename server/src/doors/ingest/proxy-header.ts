import { isIP, type Socket } from 'node:net'

/** What the header of a connection says (PROXY protocol, https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt). */
type ProxyHeader =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid' }
  /** Without an address the connection is the proxy's own, such as a health check. */
  | { readonly kind: 'complete'; readonly bytes: number; readonly address: string | undefined }

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const BINARY_HEAD = 16
const TEXT_START = Buffer.from('PROXY ')
const LONGEST_TEXT = 107
/** More than any proxy appends to the addresses. */
const LONGEST_BINARY = 4096

const VERSION = 2
const PROXY = 1
const IPV4 = 1
const IPV6 = 2

/** Reads version 1 or 2 from the first bytes of a connection. */
export function parseProxyHeader(head: Buffer): ProxyHeader {
  if (startsAs(head, SIGNATURE)) return parseBinary(head)
  return startsAs(head, TEXT_START) ? parseText(head) : { kind: 'invalid' }
}

/** Whether the bytes so far can be the beginning of `start`. */
function startsAs(head: Buffer, start: Buffer): boolean {
  const length = Math.min(head.length, start.length)
  return head.subarray(0, length).equals(start.subarray(0, length))
}

function parseText(head: Buffer): ProxyHeader {
  const end = head.subarray(0, LONGEST_TEXT).indexOf('\r\n')
  if (end === -1) return { kind: head.length < LONGEST_TEXT ? 'incomplete' : 'invalid' }
  const [, protocol, address = ''] = head.toString('latin1', 0, end).split(' ')
  const bytes = end + 2
  if (protocol === 'UNKNOWN') return { kind: 'complete', bytes, address: undefined }
  const family = protocol === 'TCP4' ? 4 : protocol === 'TCP6' ? 6 : undefined
  return isIP(address) === family ? { kind: 'complete', bytes, address } : { kind: 'invalid' }
}

function parseBinary(head: Buffer): ProxyHeader {
  if (head.length < BINARY_HEAD) return { kind: 'incomplete' }
  const version = head.readUInt8(12) >> 4
  const command = head.readUInt8(12) & 0xf
  const family = head.readUInt8(13) >> 4
  const length = head.readUInt16BE(14)
  const bytes = BINARY_HEAD + length
  if (version !== VERSION || command > PROXY || bytes > LONGEST_BINARY) return { kind: 'invalid' }
  if (head.length < bytes) return { kind: 'incomplete' }
  const isForAnother = command === PROXY && (family === IPV4 || family === IPV6)
  if (!isForAnother) return { kind: 'complete', bytes, address: undefined }
  const size = family === IPV4 ? 4 : 16
  if (length < 2 * size) return { kind: 'invalid' }
  return { kind: 'complete', bytes, address: writeAddress(head.subarray(BINARY_HEAD, BINARY_HEAD + size)) }
}

function writeAddress(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16))
  return groups.join(':')
}

/**
 * Reads the header off a connection and unshifts the rest. Undefined when no valid header comes in time; otherwise the client's
 * address, or the proxy's own for its own connections.
 */
export function takeProxyHeader(socket: Socket, withinMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0)
    const read = (): void => {
      for (let piece = next(); piece !== null; piece = next()) {
        head = Buffer.concat([head, piece])
        const header = parseProxyHeader(head)
        if (header.kind === 'invalid') return finish(undefined)
        if (header.kind === 'incomplete') continue
        const rest = head.subarray(header.bytes)
        finish(header.address ?? socket.remoteAddress ?? '')
        if (rest.length > 0) socket.unshift(rest)
        return
      }
    }
    // Without an encoding a socket reads buffers.
    const next = (): Buffer | null => socket.read() as Buffer | null
    const close = (): void => finish(undefined)
    const timer = setTimeout(close, withinMs)
    const finish = (address: string | undefined): void => {
      clearTimeout(timer)
      socket.off('readable', read).off('close', close)
      resolve(address)
    }
    socket.on('readable', read).on('close', close)
  })
}
