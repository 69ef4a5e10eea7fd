import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, isIP, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { createConnectionLimit } from './connection-limit.ts'
import type { IngestSettings } from './ingest-settings.ts'
import type { MqttBroker } from './mqtt-broker.ts'
import { readFramesAsTheyArrive } from './mqtt-frames.ts'
import { takeProxyHeader } from './proxy-header.ts'

interface Dependencies {
  broker: MqttBroker
  metrics: Metrics
  log: Logger
  settings: IngestSettings
}

export interface MqttListener {
  /** Resolves to the port. */
  listen(address: { host: string; port: number }): Promise<number>
  /** Serves MQTT over WebSocket on an HTTP server, at `/mqtt`. */
  attach(server: HttpServer): void
  /** Ends the WebSocket connections, which would keep their HTTP server from closing. */
  closeWebSockets(): void
  close(): Promise<void>
}

const WEB_SOCKET_PATH = '/mqtt'
const SUBPROTOCOLS = ['mqtt', 'mqttv3.1']
const KEEP_ALIVE_MS = 60_000
const PROXY_HEADER_MS = 5_000

/** Where units connect to: MQTT over TCP and over WebSocket. */
export function createMqttListener({ broker, metrics, log, settings }: Dependencies): MqttListener {
  const limit = createConnectionLimit(settings)
  const unannounced = new Set<Socket>()
  const tcp = createServer((socket) => {
    socket.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true)
    if (settings.proxyProtocol) void admitAnnounced(socket)
    else admit(socket.remoteAddress ?? '', socket, socket)
  })
  tcp.on('error', (error) => log.error({ err: error }, 'MQTT over TCP failed'))
  const webSockets = new WebSocketServer({
    noServer: true,
    // No limit is needed: frames are passed on as they arrive.
    maxPayload: 0,
    perMessageDeflate: false,
    handleProtocols: (offered) => SUBPROTOCOLS.find((name) => offered.has(name)) ?? false,
  })

  return {
    listen: async ({ host, port }) => {
      await listening(tcp, host, port)
      return (tcp.address() as AddressInfo).port
    },
    attach: (server) => {
      server.on('upgrade', upgrade)
    },
    closeWebSockets: () => {
      for (const webSocket of webSockets.clients) webSocket.terminate()
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => tcp.close(() => resolve()))
      for (const socket of unannounced) socket.destroy()
      await broker.close()
      await closed
    },
  }

  /** Hands a connection to the broker, unless its address has too many. */
  function admit(address: string, socket: Socket, stream: Duplex): void {
    let isWaiting = (): boolean => true
    const leave = limit.enter(address, { isWaiting: () => isWaiting(), end: () => refuse(stream) })
    if (leave === undefined) return refuse(stream)
    socket.once('close', leave)
    ;({ isWaiting } = broker.handle(stream))
  }

  /** A proxy sends the client's address first. */
  async function admitAnnounced(socket: Socket): Promise<void> {
    unannounced.add(socket.on('error', ignore))
    const address = await takeProxyHeader(socket, PROXY_HEADER_MS)
    unannounced.delete(socket.off('error', ignore))
    if (address !== undefined && !socket.destroyed) return admit(address, socket, socket)
    metrics.mqttRefused.inc({ reason: 'proxy-header' })
    log.debug({ address: socket.remoteAddress }, 'a connection does not begin with the header of a proxy')
    socket.destroy()
  }

  function refuse(stream: Duplex): void {
    metrics.mqttRefused.inc({ reason: 'connections' })
    stream.on('error', ignore).destroy()
  }

  function addressOf({ headers, socket }: IncomingMessage): string {
    const forwarded = settings.trustProxy ? forwardedAddress(headers['x-forwarded-for']) : undefined
    return forwarded ?? socket.remoteAddress ?? ''
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', (error) => log.debug({ err: error }, 'a WebSocket connection failed'))
    if (request.url?.split('?', 1)[0] !== WEB_SOCKET_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      readFramesAsTheyArrive(webSocket)
      admit(addressOf(request), request.socket, createWebSocketStream(webSocket))
    })
  }
}

function ignore(): void {}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The address that the nearest proxy saw: the last one, as clients can write earlier entries. */
export function forwardedAddress(header: string | readonly string[] | undefined): string | undefined {
  const last = (typeof header === 'string' ? header : header?.at(-1))?.split(',').at(-1)?.trim()
  return last !== undefined && isIP(last) !== 0 ? last : undefined
}
