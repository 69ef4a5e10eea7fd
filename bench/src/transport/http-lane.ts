import { once } from 'node:events'
import { connect } from 'node:net'
import { type AnswerParser, createAnswerParser, type HttpAnswer } from './answer-parser.ts'

/** A kept connection to a server, with one request on it at a time. */
export interface HttpLane {
  /** False once the connection is closed, by whichever side. */
  readonly open: boolean
  send(request: Buffer): Promise<HttpAnswer>
  close(): void
}

type Headers = Readonly<Record<string, string>>

export function getRequest(url: string, headers: Headers = {}): Buffer {
  return Buffer.from(headOf('GET', url, headers))
}

/** Writes a whole request once, so that sending it costs a socket write. */
export function postRequest(url: string, body: Buffer, headers: Headers = {}): Buffer {
  return Buffer.concat([Buffer.from(headOf('POST', url, { 'content-length': String(body.length), ...headers })), body])
}

function headOf(method: 'GET' | 'POST', url: string, headers: Headers): string {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const PATIENCE_MS = 120_000
/** One buffer for all reads: a socket would allocate one for each, and the benchmark would measure its own garbage. */
const READ_BYTES = 256 * 1024

/** A client as lean as HTTP allows: neither the generator nor the reader must be what limits. */
export async function openHttpLane(url: string): Promise<HttpLane> {
  const { hostname, port } = new URL(url)
  let parse: AnswerParser | undefined
  let waiting: PromiseWithResolvers<HttpAnswer> | undefined
  let expectedBytes = 0
  let open = true
  const fail = (error: Error): void => waiting?.reject(error)
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback: receive },
  })
  await once(socket, 'connect')
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
  return {
    get open() {
      return open
    },
    send: (request) => {
      waiting = Promise.withResolvers()
      if (!open) waiting.reject(new Error(`${url} closed the connection`))
      socket.write(request)
      // Allocated while the server works, as touching memory for the first time takes as long as filling it.
      parse = createAnswerParser(Buffer.alloc(expectedBytes, 1))
      return waiting.promise
    },
    close: () => {
      waiting = undefined
      socket.destroy()
    },
  }

  function receive(count: number, { buffer, byteOffset }: Uint8Array): boolean {
    try {
      const answer = parse?.(Buffer.from(buffer, byteOffset, count))
      if (answer === undefined) return true
      expectedBytes = answer.body.length
      // VictoriaMetrics says so of a connection that is two minutes old.
      if (answer.headers.get('connection')?.toLowerCase() === 'close') open = false
      waiting?.resolve(answer)
    } catch (error) {
      fail(error as Error)
    }
    return true
  }
}
