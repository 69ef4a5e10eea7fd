import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { type ListenAddress, listenOn } from '@fieldwatch/server/platform/http/listen-on'
import { systemPause } from '@fieldwatch/server/platform/time/clock'
import { inSlices } from '@fieldwatch/server/platform/time/in-slices'
import { createConnectionLimit } from '@fieldwatch/server/doors/ingest/connection-limit'
import type { ConnectionState } from '@fieldwatch/server/doors/ingest/connection-state'
import type { IngestSettings } from '@fieldwatch/server/doors/ingest/ingest-settings'
import { FrameError } from './split-frames.ts'
import type { TrackerMetrics } from './tracker-metrics.ts'
import { createTeltonikaSession, type SessionParts, type TeltonikaSession } from './teltonika-session.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  readonly metrics: TrackerMetrics
  readonly trackers: Omit<SessionParts, 'onSignedIn'>
  readonly connections: Pick<ConnectionState, 'set'>
  /** Grows from each connection to the next, at all servers. */
  readonly takeConnectionNumber: () => Promise<number>
  readonly settings: Pick<IngestSettings, 'connectionsPerAddress' | 'waitingPerAddress'>
  /** The standard when left out. */
  readonly loginMs?: number
}

export type TeltonikaListener = ReturnType<typeof createTeltonikaListener>

interface Connection {
  readonly socket: Socket
  readonly session: TeltonikaSession
  /** The number that it gets when it logs in; 0 before. */
  number: number
  readonly ended: Promise<void>
}

/** Over a mobile network a login may take this long. */
const LOGIN_MS = 30_000
/** Trackers keep their connection open between records. */
const IDLE_MS = HOUR_MS
const KEEP_ALIVE_MS = 60_000
/** How long what a tracker has sent may take to be stored when the server stops. */
const ANSWER_MS = 2_000
const LINGER_MS = 1_000

/** Where Teltonika trackers connect to, over TCP. A tracker has one connection: a newer one ends it, at whatever server. */
export function createTeltonikaListener(dependencies: Dependencies) {
  const { trackers, connections, bus, metrics, log, settings } = dependencies
  const limit = createConnectionLimit(settings)
  const open = new Set<Connection>()
  const byUnit = new Map<DataId, Connection>()
  const listeners: Server[] = []
  const stops = [
    bus.subscribe('unit-access-changed', ({ dataId, connectionsEnd }) => {
      if (connectionsEnd) byUnit.get(dataId)?.socket.destroy()
    }),
    bus.subscribe('unit-connected', ({ dataId, clientId, number }) => {
      const known = byUnit.get(dataId)
      if (clientId === CLIENT_ID && known !== undefined && known.number < number) known.socket.destroy()
    }),
    bus.subscribe('unit-message', ({ dataId, topic, message, receipt }) => {
      if (topic !== 'actions' || receipt === undefined) return
      byUnit.get(dataId)?.session.send({
        request: message as ActionMessage,
        progress: (progress) =>
          bus.publish('unit-message-progress', { dataId, topic, receipt, progress, door: 'teltonika' }),
      })
    }),
  ]

  return {
    /** Resolves to the port. */
    listen: async (address: ListenAddress): Promise<number> => {
      const server = createServer(admit)
      server.on('error', (error) => log.error({ err: error }, 'Teltonika listener failed'))
      const port = await listenOn(server, address)
      listeners.push(server)
      return port
    },
    /** Accepts no more connections, and ends those that there are, a few at a time, once what they have sent is answered. */
    leave,
    close: async (): Promise<void> => {
      await leave(0)
      for (const stop of stops) stop()
      await Promise.all(listeners.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
    },
  }

  function admit(socket: Socket): void {
    socket.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true).on('error', ignore)
    const leaveLimit = limit.enter(socket.remoteAddress ?? '', {
      isWaiting: () => connection.number === 0,
      end: () => refuse(socket, 'connections'),
    })
    const session = createTeltonikaSession(socket, { ...trackers, onSignedIn: () => signedIn(connection) })
    const ended = Promise.withResolvers<void>()
    const connection: Connection = { socket, session, number: 0, ended: ended.promise }
    if (leaveLimit === undefined) return refuse(socket, 'connections')
    open.add(connection)
    const timer = setTimeout(() => {
      if (session.unit() === undefined) refuse(socket, 'login')
    }, dependencies.loginMs ?? LOGIN_MS).unref()
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.once('close', () => {
      clearTimeout(timer)
      leaveLimit()
      open.delete(connection)
      signedOut(connection)
    })
    void serve(connection).finally(ended.resolve)
  }

  async function serve({ socket, session }: Connection): Promise<void> {
    try {
      await session.serve()
      await sayFarewell(socket)
    } catch (error) {
      const dataID = session.unit()?.dataId
      if (error instanceof FrameError) {
        metrics.refused.inc({ reason: 'frame' })
        log.debug({ err: error, address: socket.remoteAddress, dataID }, 'Teltonika frame refused')
      } else if (isDomainError(error)) log.debug({ err: error, dataID }, 'Teltonika connection ended')
      else if (!socket.destroyed) log.warn({ err: error, dataID }, 'Teltonika connection failed')
      // Without an answer the tracker keeps its records and sends them again.
      socket.destroy()
    }
  }

  async function signedIn(connection: Connection): Promise<void> {
    const dataId = connection.session.unit()?.dataId
    if (dataId === undefined) return
    connection.number = await dependencies.takeConnectionNumber()
    if (connection.socket.destroyed) return
    const before = byUnit.get(dataId)
    byUnit.set(dataId, connection)
    if (before === undefined) connections.set(dataId, true)
    before?.socket.destroy()
    metrics.connections.inc()
    bus.publish('unit-connected', { dataId, clientId: CLIENT_ID, number: connection.number })
    bus.publish('unit-subscribed', { dataId, topic: 'actions' })
  }

  function signedOut(connection: Connection): void {
    const dataId = connection.session.unit()?.dataId
    if (dataId === undefined || connection.number === 0) return
    metrics.connections.dec()
    if (byUnit.get(dataId) !== connection) return
    byUnit.delete(dataId)
    connections.set(dataId, false)
  }

  function refuse(socket: Socket, reason: string): void {
    metrics.refused.inc({ reason })
    socket.destroy()
  }

  async function leave(overMs: number): Promise<void> {
    for (const server of listeners) server.close()
    const leaving: Promise<void>[] = []
    await inSlices([...open], { overMs, pause: systemPause }, (connection) => leaving.push(end(connection)))
    await Promise.all(leaving)
  }

  async function end({ socket, session, ended }: Connection): Promise<void> {
    session.leave()
    await Promise.race([session.idle(), wait(ANSWER_MS)])
    await sayFarewell(socket)
    await Promise.race([ended, wait(LINGER_MS)])
  }
}

/** The client id of the connection of a tracker, among those of its unit. */
const CLIENT_ID = 'teltonika'

/** Ends our side, so that what was answered arrives: with bytes that were not read the connection would be reset. */
async function sayFarewell(socket: Socket): Promise<void> {
  if (socket.destroyed) return
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.resume()
  socket.end()
  await Promise.race([closed, wait(LINGER_MS)])
  socket.destroy()
}

function wait(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false })
}

function ignore(): void {}
