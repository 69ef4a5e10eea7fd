import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import type { IngestSettings } from './ingest-settings.ts'
import { readFramesAsTheyArrive } from './mqtt-frames.ts'

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
    socket.on('error', (error) => log.debug({ err: error }, 'a WebSocket connection failed'))
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
