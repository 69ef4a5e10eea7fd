import { once } from 'node:events'
import { connect } from 'node:net'

export interface HttpReply {
  readonly status: number
  readonly body: string
}

/** A kept connection to a server, with one request on it at a time. */
export interface HttpLane {
  /** False once the connection is closed, by whichever side. */
  readonly open: boolean
  send(request: Buffer): Promise<HttpReply>
  close(): void
}

/** Writes a whole POST request once, so that sending it costs a socket write. */
export function postRequest(url: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): Buffer {
  const { host, pathname, search } = new URL(url)
  const all = { host, 'content-length': String(body.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`), body])
}

const PATIENCE_MS = 60_000

/** A client as lean as HTTP allows: the generator must not be what limits. Replies need a length, as ours have. */
export async function openHttpLane(url: string): Promise<HttpLane> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let received: Buffer = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<HttpReply> | undefined
  let open = true
  const fail = (error: Error): void => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => {
    open = false
    fail(new Error(`${url} closed the connection`))
  })
  socket.on('end', () => {
    open = false
  })
  socket.setTimeout(PATIENCE_MS)
  socket.on('timeout', () => socket.destroy(new Error(`${url} did not answer`)))
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    try {
      const parsed = parseReply(received)
      if (parsed === undefined) return
      received = received.subarray(parsed.length)
      waiting?.resolve(parsed.reply)
    } catch (error) {
      fail(error as Error)
    }
  })
  return {
    get open() {
      return open
    },
    send: (request) => {
      waiting = Promise.withResolvers()
      if (!open) waiting.reject(new Error(`${url} closed the connection`))
      socket.write(request)
      return waiting.promise
    },
    close: () => {
      waiting = undefined
      socket.destroy()
    },
  }
}

/**
 * Reads the first reply of what was received; undefined as long as it is not whole.
 * @throws Error for a reply whose length is not announced
 */
export function parseReply(received: Buffer): { reply: HttpReply; length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const announced = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (announced === undefined && status !== 204) throw new Error(`a reply without length: ${head}`)
  const bodyStart = headEnd + 4
  const length = bodyStart + Number(announced ?? 0)
  if (received.length < length) return undefined
  return { reply: { status, body: received.toString('utf8', bodyStart, length) }, length }
}
