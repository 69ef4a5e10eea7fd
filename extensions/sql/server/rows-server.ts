import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { getCallerOfToken } from '@fieldwatch/server/people/credentials/caller-of-token'
import { DomainError, isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { createReadGate } from '@fieldwatch/server/platform/http/read-gate'
import { requireScope } from '@fieldwatch/server/platform/http/require-scope'
import {
  ASK_PASSWORD,
  commandComplete,
  dataRows,
  failure,
  parameterStatus,
  READY,
  readMessage,
  readOpening,
  rowDescription,
  SIGNED_IN,
  textOf,
} from './pg-protocol.ts'
import { COLUMNS, readTable, type TableParts, TableRequest } from './read-tables.ts'

interface Parts extends TableParts, Pick<Platform, 'db' | 'log'> {
  readonly secret: string
  /** The most rows of one read. */
  readonly mostRows: number
}

/** Reads of one program that run at once, that wait, and of all. */
const READS = { atOnce: 2, waiting: 20, overall: 4 }
const LONGEST_PASSWORD = 1_000
const LOGIN_MS = 10_000
/** More than the statements of analysts can open. */
const MOST_CONNECTIONS = 200
const LONGEST_REQUEST = 64 * 1024

/** Answers the functions of the database of analysts: it reads rows over a connection as to another PostgreSQL, which this is not. */
export function createRowsServer(parts: Parts) {
  const { log } = parts
  const gate = createReadGate(READS)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket))
    serve(socket)
      .catch((error: unknown) => log.warn({ err: error }, 'reading rows for a SQL statement failed'))
      .finally(() => socket.destroy())
  })
  server.maxConnections = MOST_CONNECTIONS
  return {
    /** Resolves to the port. */
    listen: async (host: string): Promise<number> => {
      server.listen(0, host)
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    },
    close: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }

  async function serve(socket: Socket): Promise<void> {
    if (!(await admit(socket))) return
    socket.write(Buffer.concat([SIGNED_IN, parameterStatus('client_encoding', 'UTF8'), READY]))
    while (true) {
      const message = await readMessage(socket, LONGEST_REQUEST)
      if (message === undefined || message.type !== 'Q') return
      await answer(socket, textOf(message))
      socket.write(READY)
    }
  }

  async function admit(socket: Socket): Promise<boolean> {
    socket.setTimeout(LOGIN_MS, () => socket.destroy())
    const opening = await readOpening(socket)
    if (opening?.kind !== 'startup') return false
    socket.write(ASK_PASSWORD)
    const password = await readMessage(socket, LONGEST_PASSWORD)
    if (password !== undefined && isSecret(textOf(password))) {
      socket.setTimeout(0)
      return true
    }
    socket.end(failure('FATAL', '28P01', 'password authentication failed'))
    return false
  }

  function isSecret(given: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(parts.secret)]
    return one.length === other.length && timingSafeEqual(one, other)
  }

  async function answer(socket: Socket, text: string): Promise<void> {
    const controller = new AbortController()
    const gone = (): void => controller.abort(new DomainError('request/cancelled'))
    socket.once('close', gone)
    try {
      const { data: request, error } = TableRequest.safeParse(JSON.parse(text))
      if (request === undefined) {
        log.debug({ err: error }, 'the arguments of a SQL function are not readable')
        return void socket.write(failure('ERROR', '22023', 'The portal cannot read the arguments of this function.'))
      }
      await read(socket, request, controller.signal)
    } catch (error) {
      if (socket.destroyed) return
      if (!isDomainError(error)) log.warn({ err: error }, 'reading rows for a SQL statement failed')
      const reason = isDomainError(error) ? error.message : 'The portal could not read the rows.'
      socket.write(failure('ERROR', error instanceof TooManyRows ? '54000' : '58000', reason))
    } finally {
      socket.off('close', gone)
    }
  }

  async function read(socket: Socket, request: TableRequest, signal: AbortSignal): Promise<void> {
    const { db, clock, mostRows } = parts
    const caller = await getCallerOfToken(db, request.token, clock())
    requireScope(caller.token, { scope: 'read' })
    await gate.run({ person: caller.userId, signal }, async () => {
      socket.write(rowDescription(COLUMNS[request.read]))
      let count = 0
      for await (const rows of readTable(parts, caller, request, signal)) {
        signal.throwIfAborted()
        count += rows.length
        if (count > mostRows) throw new TooManyRows(mostRows)
        if (rows.length > 0 && !socket.write(dataRows(rows))) await once(socket, 'drain', { signal })
      }
      socket.write(commandComplete(count))
    })
  }
}

class TooManyRows extends DomainError {
  constructor(most: number) {
    super('data/too-many-values', {
      message: `One read can have at most ${most.toLocaleString('en')} rows. Choose a shorter range.`,
    })
  }
}
