import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { EntityId, ProgramTokenId, UserId } from '@fieldwatch/contract/api/ids'
import { createConnectionLimit } from '@fieldwatch/server/doors/ingest/connection-limit'
import type { Core } from '@fieldwatch/server/extension'
import { findCallersOfSecrets } from '@fieldwatch/server/people/credentials/caller-of-token'
import { DomainError, isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { isProgramToken } from '@fieldwatch/server/platform/http/bearer'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { type ListenAddress, listenOn } from '@fieldwatch/server/platform/http/listen-on'
import { requireScope } from '@fieldwatch/server/platform/http/require-scope'
import { every } from '@fieldwatch/server/platform/time/every'
import type { AnalystDatabaseStore } from './analyst-database-store.ts'
import { type ConnectAnalyst, Refusal } from './connect-analyst.ts'
import { createStatementGuard } from './guard-statements.ts'
import {
  ASK_PASSWORD,
  backendKey,
  failure,
  negotiateVersion,
  type Opening,
  parameterStatus,
  READY,
  readMessage,
  readOpening,
  SIGNED_IN,
  textOf,
} from './pg-protocol.ts'
import type { SqlMetrics } from './sql-metrics.ts'
import { type AnalystLimits, type Connected, createAnalystWatch } from './watch-analysts.ts'

interface Parts extends Pick<Platform, 'db' | 'clock' | 'log'>, Pick<Core, 'certificate'> {
  readonly database: AnalystDatabaseStore
  readonly connect: ConnectAnalyst
  readonly metrics: SqlMetrics
  readonly limits: AnalystLimits
}

/** A program that is connected, or is about to be. */
interface Slot {
  readonly token: ProgramTokenId
  /** The id of the user; for a token of an entity, the id of the token. */
  readonly person: UserId
  readonly entity: EntityId
  readonly end: () => void
  connection?: Pick<Connected, 'processId' | 'key'>
}

const LONGEST_PASSWORD = 1_000
const LOGIN_MS = 30_000
const IDLE_MS = HOUR_MS
const KEEP_ALIVE_MS = 60_000
const LOOK_MS = 1_000
const MOST_CONNECTIONS = { ofPerson: 5, ofEntity: 10, ofAll: 20 }
const LIMITS = { connectionsPerAddress: 20, waitingPerAddress: 10 }
/**
 * Where the SQL of analysts comes in: it signs them in by a token for programs as the password, and carries the connection to the
 * database that has only functions which ask the portal.
 */
export function createSqlListener(parts: Parts) {
  const { database, connect, metrics, log } = parts
  const limit = createConnectionLimit(LIMITS)
  const sockets = new Set<Socket>()
  const slots = new Set<Slot>()
  const watch = createAnalystWatch(parts)
  const server = createServer((socket) => {
    let isSignedIn = false
    const end = (): void => void socket.destroy()
    const leave = limit.enter(socket.remoteAddress ?? '', { isWaiting: () => !isSignedIn, end })
    if (leave === undefined) return end()
    sockets.add(socket)
    const timer = setTimeout(() => !isSignedIn && end(), LOGIN_MS).unref()
    socket.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true).setTimeout(IDLE_MS, end).on('error', end)
    socket.once('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
      leave()
    })
    serve(socket, () => (isSignedIn = true))
      .catch((error: unknown) => log.debug({ err: error }, 'SQL connection ended'))
      .finally(end)
  })
  const looking = every(LOOK_MS, () => watch.look(listConnected()), log)
  return {
    /** Resolves to the port. */
    listen: (address: ListenAddress): Promise<number> => listenOn(server, address),
    /** Accepts no more connections. */
    leave: (): void => void server.close(),
    close: async (): Promise<void> => {
      await looking.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }

  async function serve(plain: Socket, onSignedIn: () => void): Promise<void> {
    const { remoteAddress: address = '' } = plain
    const opened = await open(plain)
    if (opened === undefined) return
    const { socket, opening } = opened
    if (opening.kind === 'cancel') return cancel(opening)
    if (opening.kind !== 'startup') return
    try {
      // Those of the same machine may be without encryption.
      if (parts.certificate !== undefined && socket === plain && !isLocal(address))
        throw new Refusal('28000', 'This portal takes encrypted connections only: set sslmode=require.')
      if (opening.newer !== undefined) socket.write(negotiateVersion(opening.newer))
      const caller = await signIn(socket, address)
      onSignedIn()
      await carry(socket, caller, opening.settings)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      socket.end(failure('FATAL', error.state, error.message))
      // An error closes the socket too.
      await once(socket, 'close').catch(() => undefined)
    }
  }

  /** Does the handshake of TLS where the client asks for one. */
  async function open(plain: Socket): Promise<{ socket: Socket; opening: Opening } | undefined> {
    let socket = plain
    // A client asks for each kind of encryption once.
    for (let asked = 0; asked < 3; asked += 1) {
      const opening = await readOpening(socket)
      if (opening === undefined) return undefined
      if (opening.kind !== 'tls' && opening.kind !== 'encryption') return { socket, opening }
      const tls = opening.kind === 'tls' && socket === plain ? parts.certificate?.() : undefined
      // What came before the handshake would be taken for something that was encrypted.
      if (socket.readableLength > 0) return undefined
      socket.write(tls === undefined ? 'N' : 'S')
      if (tls !== undefined) {
        const secured = new TLSSocket(plain, {
          isServer: true,
          secureContext: createSecureContext(tls),
        })
        secured.on('error', () => plain.destroy())
        socket = secured
      }
    }
    return undefined
  }

  async function signIn(socket: Socket, address: string): Promise<Caller> {
    socket.write(ASK_PASSWORD)
    const answer = await readMessage(socket, LONGEST_PASSWORD)
    if (answer?.type !== 'p') throw new Refusal('08P01', 'A password was expected.')
    const secret = textOf(answer)
    if (!isProgramToken(secret))
      throw new Refusal('28P01', 'The password is a token for programs, which begins with fwp_.')
    try {
      const [caller] = await findCallersOfSecrets(parts.db, [{ secret, address }], parts.clock())
      if (caller === undefined) throw new DomainError('auth/program-token-invalid')
      requireScope(caller.token, { scope: 'read' })
      return caller
    } catch (error) {
      if (isDomainError(error)) throw new Refusal('28P01', error.message)
      log.warn({ err: error }, 'signing in to SQL failed')
      throw new Refusal('08004', 'The portal is not available. Try again later.')
    }
  }

  async function carry(socket: Socket, caller: Caller, settings: ReadonlyMap<string, string>): Promise<void> {
    const token = caller.token?.id
    if (token === undefined) throw new Refusal('28000', 'The password is a token for programs.')
    const { userId: person, entity } = caller
    requireRoom(person, entity)
    const slot: Slot = { token, person, entity, end: () => socket.destroy() }
    slots.add(slot)
    metrics.connections.inc()
    let stream: Socket | undefined
    try {
      const connected = await connect(token, settings)
      const { processId, key, statuses } = connected
      stream = connected.stream
      slot.connection = { processId, key }
      const began = [...statuses].map(([name, value]) => parameterStatus(name, value))
      socket.write(Buffer.concat([SIGNED_IN, ...began, backendKey(processId, key), READY]))
      const guard = createStatementGuard((word) => socket.end(failure('FATAL', '0A000', refusalOf(word))))
      await Promise.race([pipeline(socket, guard, stream), pipeline(stream, socket)])
    } finally {
      slots.delete(slot)
      metrics.connections.dec()
      stream?.destroy()
    }
  }

  /** @throws Refusal when there are too many connections */
  function requireRoom(person: UserId, entity: EntityId): void {
    const { ofPerson, ofEntity, ofAll } = MOST_CONNECTIONS
    const all = [...slots]
    const isFull =
      all.length >= ofAll ||
      all.filter((one) => one.person === person).length >= ofPerson ||
      all.filter((one) => one.entity === entity).length >= ofEntity
    if (!isFull) return
    const sentence = `A person or a token of an entity can have ${ofPerson} connections, an entity ${ofEntity}, and all together ${ofAll}.`
    throw new Refusal('53300', sentence)
  }

  function listConnected(): Connected[] {
    return [...slots].flatMap(({ token, end, connection }) => (connection ? [{ token, end, ...connection }] : []))
  }

  async function cancel({ processId, key }: Opening & { kind: 'cancel' }): Promise<void> {
    const isOurs = listConnected().some((one) => one.processId === processId && one.key === key)
    if (isOurs) await database.cancel(processId)
  }
}

/** Why a statement that begins with a word ends its connection. */
function refusalOf(word: string): string {
  if (word === ';') return 'This portal does not take a message with that many comments behind semicolons.'
  return `This portal does not take ${word.toUpperCase()}. Send texts that have this word behind a semicolon as parameters.`
}

function isLocal(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address)
}
