import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Platform } from '#platform/floor.ts'
import { type ListenAddress, listenOn } from '#platform/http/listen-on.ts'
import type { ServedCertificate } from '#platform/tls/served-certificate.ts'
import { createConnectionLimit } from './connection-limit.ts'
import type { IngestSettings } from './ingest-settings.ts'
import type { MqttBroker } from './mqtt-broker.ts'
import { createMqttTls, type MqttTls } from './mqtt-tls.ts'
import { createMqttWebSockets } from './mqtt-websockets.ts'
import { takeProxyHeader } from './proxy-header.ts'

interface Dependencies extends Pick<Platform, 'metrics' | 'log'> {
  broker: MqttBroker
  settings: IngestSettings
}

export type MqttListener = ReturnType<typeof createMqttListener>

const KEEP_ALIVE_MS = 60_000
const PROXY_HEADER_MS = 5_000

/** Where units connect to: MQTT over TCP and over WebSocket. */
export function createMqttListener({ broker, metrics, log, settings }: Dependencies) {
  const limit = createConnectionLimit(settings)
  const unannounced = new Set<Socket>()
  const listeners: Server[] = []
  const webSockets = createMqttWebSockets({ settings, log, admit })

  return {
    /** Resolves to the port. */
    listen: (address: ListenAddress) => open(address, (from, socket) => admit(from, socket, socket)),
    /** As `listen`, for MQTT over TLS. */
    listenSecurely: (address: ListenAddress, certificate: ServedCertificate) => {
      const tls = createMqttTls(certificate)
      return open(address, (from, socket) => void admitSecurely(from, socket, tls))
    },
    attach: webSockets.attach,
    /** Accepts no more connections over TCP, and ends all that there are, a few at a time, once what they have sent is acknowledged. */
    leave: async (overMs: number): Promise<void> => {
      for (const server of listeners) server.close()
      for (const socket of unannounced) socket.destroy()
      await broker.leave(overMs)
    },
    /** Ends the WebSocket connections, which would keep their HTTP server from closing. */
    closeWebSockets: webSockets.terminate,
    close: async (): Promise<void> => {
      const closed = Promise.all(
        listeners.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      )
      for (const socket of unannounced) socket.destroy()
      await broker.close()
      await closed
    },
  }

  async function open(address: ListenAddress, serve: (from: string, socket: Socket) => void): Promise<number> {
    const server = createServer((socket) => {
      socket.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true)
      if (settings.proxyProtocol) void takeAnnounced(socket, serve)
      else serve(socket.remoteAddress ?? '', socket)
    })
    server.on('error', (error) => log.error({ err: error }, 'MQTT over TCP failed'))
    const port = await listenOn(server, address)
    listeners.push(server)
    return port
  }

  /** Hands a connection to the broker, unless its address has too many. */
  function admit(address: string, socket: Socket, stream: Duplex): void {
    enter(address, socket, stream)?.(stream)
  }

  /** A connection counts from before its handshake on. */
  async function admitSecurely(address: string, socket: Socket, tls: MqttTls): Promise<void> {
    const handle = enter(address, socket, socket)
    if (handle === undefined) return
    unannounced.add(socket.on('error', ignore))
    const secured = await tls.secure(socket)
    unannounced.delete(socket)
    if (secured !== undefined) return handle(secured.stream, secured.certified)
    metrics.mqttRefused.inc({ reason: 'tls' })
    log.debug({ address }, 'TLS handshake failed, or invalid client certificate')
    socket.destroy()
  }

  /** Counts a connection of an address; undefined when that has too many, otherwise what hands it to the broker. */
  function enter(
    address: string,
    socket: Socket,
    stream: Duplex,
  ): ((stream: Duplex, certified?: DataId) => void) | undefined {
    let isWaiting = (): boolean => true
    const leave = limit.enter(address, { isWaiting: () => isWaiting(), end: () => refuse(stream) })
    if (leave === undefined) {
      refuse(stream)
      return undefined
    }
    socket.once('close', leave)
    return (opened, certified) => {
      ;({ isWaiting } = broker.handle(opened, certified))
    }
  }

  /** A proxy sends the client's address first. */
  async function takeAnnounced(socket: Socket, serve: (address: string, socket: Socket) => void): Promise<void> {
    unannounced.add(socket.on('error', ignore))
    const address = await takeProxyHeader(socket, PROXY_HEADER_MS)
    unannounced.delete(socket.off('error', ignore))
    if (address !== undefined && !socket.destroyed) return serve(address, socket)
    metrics.mqttRefused.inc({ reason: 'proxy-header' })
    log.debug({ address: socket.remoteAddress }, 'connection without a PROXY protocol header')
    socket.destroy()
  }

  function refuse(stream: Duplex): void {
    metrics.mqttRefused.inc({ reason: 'connections' })
    stream.on('error', ignore).destroy()
  }
}

function ignore(): void {}
