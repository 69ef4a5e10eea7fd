import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import type { IngestSettings } from './ingest-settings.ts'

interface Dependencies {
  readonly settings: IngestSettings
  readonly log: Logger
  /** Takes over a connection of an address: its socket, and what is said on it. */
  readonly admit: (address: string, socket: Socket, stream: Duplex) => void
}

const WEB_SOCKET_PATH = '/mqtt'
const SUBPROTOCOLS = ['mqtt', 'mqttv3.1']

/** MQTT over WebSocket, beside what else an HTTP server serves. */
export function createMqttWebSockets({ settings, log, admit }: Dependencies) {
  const webSockets = new WebSocketServer({
    noServer: true,
    // No limit is needed: frames are passed on as they arrive.
    maxPayload: 0,
    perMessageDeflate: false,
    handleProtocols: (offered) => SUBPROTOCOLS.find((name) => offered.has(name)) ?? false,
  })

  return {
    /** Serves them on an HTTP server, at `/mqtt`. */
    attach: (server: HttpServer): void => {
      server.on('upgrade', upgrade)
    },
    /** Ends all connections. */
    terminate: (): void => {
      for (const webSocket of webSockets.clients) webSocket.terminate()
    },
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', (error) => log.debug({ err: error }, 'WebSocket connection failed'))
    if (request.url?.split('?', 1)[0] !== WEB_SOCKET_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    if (!settings.plain && !isEncrypted(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      readFramesAsTheyArrive(webSocket)
      writeWhileOpen(webSocket)
      admit(addressOf(request), request.socket, createWebSocketStream(webSocket))
    })
  }

  function addressOf({ headers, socket }: IncomingMessage): string {
    const forwarded = settings.trustProxy ? forwardedAddress(headers['x-forwarded-for']) : undefined
    return forwarded ?? socket.remoteAddress ?? ''
  }

  function isEncrypted({ headers, socket }: IncomingMessage): boolean {
    return socket instanceof TLSSocket || (settings.trustProxy && headers['x-forwarded-proto'] === 'https')
  }
}

/** The address that the nearest proxy saw: the last one, as clients can write earlier entries. */
export function forwardedAddress(header: string | readonly string[] | undefined): string | undefined {
  const last = (typeof header === 'string' ? header : header?.at(-1))?.split(',').at(-1)?.trim()
  return last !== undefined && isIP(last) !== 0 ? last : undefined
}

/**
 * A client that has closed its side gets no more answers, and what it sent before is still heard, as over TCP: otherwise the first answer would
 * be an error that ends its session.
 */
function writeWhileOpen(webSocket: WebSocket): void {
  type Send = (data: Buffer, done: (error?: Error) => void) => void
  const send: Send = webSocket.send.bind(webSocket)
  const sendWhileOpen: Send = (data, done) => (webSocket.readyState === webSocket.OPEN ? send(data, done) : done())
  Object.assign(webSocket, { send: sendWhileOpen })
}

/** The internals of ws that are used here. A test fails when they change. */
interface Receiver {
  _state: number
  _loop: boolean
  _opcode: number
  _fin: boolean
  _fragmented: number
  _mask: Buffer | undefined
  _payloadLength: number
  _totalPayloadLength: number
  readonly _bufferedBytes: number
  consume(bytes: number): Buffer
  getData(done: (error?: Error) => void): void
  emit(event: 'message', data: Buffer, isBinary: boolean): boolean
}

const NEXT_FRAME = 0
const FIRST_CONTROL_OPCODE = 8
const MASK_BYTES = 4

/**
 * Passes on each part of a frame as it arrives instead of buffering the whole message: MQTT ignores frame boundaries, so a frame
 * of hundreds of megabytes takes no more memory than a small one.
 */
function readFramesAsTheyArrive(webSocket: WebSocket): void {
  const { _receiver: receiver } = webSocket as WebSocket & { _receiver: Receiver }
  const getData = receiver.getData.bind(receiver)
  receiver.getData = (done) => {
    if (receiver._opcode >= FIRST_CONTROL_OPCODE) return getData(done)
    const isWhole = receiver._bufferedBytes >= receiver._payloadLength
    const count = isWhole ? receiver._payloadLength : receiver._bufferedBytes - (receiver._bufferedBytes % MASK_BYTES)
    if (count > 0) {
      const piece = unmask(receiver.consume(count), receiver._mask)
      receiver._payloadLength -= count
      receiver.emit('message', piece, true)
    }
    if (!isWhole) {
      receiver._loop = false
      return
    }
    receiver._mask = undefined
    receiver._totalPayloadLength = 0
    if (receiver._fin) receiver._fragmented = 0
    receiver._state = NEXT_FRAME
  }
}

/** All pieces but the last are multiples of the mask, so that each begins with its first byte. */
function unmask(piece: Buffer, mask: Buffer | undefined): Buffer {
  if (mask === undefined) return piece
  for (let place = 0; place < piece.length; place += 1) {
    piece[place] = (piece[place] ?? 0) ^ (mask[place % MASK_BYTES] ?? 0)
  }
  return piece
}
