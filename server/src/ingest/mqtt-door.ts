import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import type { Metrics } from '#metrics/metrics.ts'
import type { Clock } from '#time/clock.ts'
import { createConnectionLimit } from './connection-limit.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { MqttBroker } from './mqtt-broker.ts'

interface Dependencies {
  broker: MqttBroker
  store: ConnectionStore
  clock: Clock
  metrics: Metrics
  log: Logger
  /** 2,000 unless told. */
  connectionsPerAddress?: number
}

export interface MqttDoor {
  /** Takes over: no unit counts as connected any more. Resolves to the port. */
  listen(address: { host: string; port: number }): Promise<number>
  /** Serves MQTT over WebSocket on an HTTP server, at `/mqtt`. */
  attach(server: HttpServer): void
  /** Ends the connections over WebSocket, without which their HTTP server would not close. */
  closeWebSockets(): void
  close(): Promise<void>
}

const WEB_SOCKET_PATH = '/mqtt'
const SUBPROTOCOLS = ['mqtt', 'mqttv3.1']
const KEEP_ALIVE_MS = 60_000
/** A frame may hold several packets. */
const MAX_FRAME_BYTES = 512 * 1024

/** Where units connect to: MQTT over TCP and over WebSocket. */
export function createMqttDoor({ broker, store, clock, metrics, log, ...options }: Dependencies): MqttDoor {
  const limit = createConnectionLimit(options.connectionsPerAddress ?? 2_000)
  const tcp = createServer((socket) => {
    socket.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true)
    admit(socket, socket)
  })
  tcp.on('error', (error) => log.error({ err: error }, 'MQTT over TCP failed'))
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => SUBPROTOCOLS.find((name) => offered.has(name)) ?? false,
  })

  return {
    listen: async ({ host, port }) => {
      await store.reset(clock())
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
      await broker.close()
      await closed
    },
  }

  /** Hands a connection to the broker, unless its address has too many. */
  function admit(socket: Socket, stream: Duplex): void {
    const leave = limit.enter(socket.remoteAddress ?? '')
    if (leave === undefined) {
      metrics.mqttRefused.inc({ reason: 'connections' })
      stream.on('error', () => undefined).destroy()
      return
    }
    socket.once('close', leave)
    broker.handle(stream)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', (error) => log.debug({ err: error }, 'a WebSocket connection failed'))
    if (request.url?.split('?', 1)[0] !== WEB_SOCKET_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      admit(request.socket, createWebSocketStream(webSocket))
    })
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
