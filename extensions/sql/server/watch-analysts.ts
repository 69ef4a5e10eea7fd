import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { ProgramTokenId } from '@fieldwatch/contract/api/ids'
import { getCallerOfToken } from '@fieldwatch/server/people/credentials/caller-of-token'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { requireScope } from '@fieldwatch/server/platform/http/require-scope'
import type { AnalystDatabaseStore, AnalystSession } from './analyst-database-store.ts'

export interface AnalystLimits {
  /** After so long a statement is cancelled; after twice as long its connection ends. */
  readonly statementSeconds: number
  /** The memory of all analysts together, in bytes. It is known only where PostgreSQL runs on the machine of this server. */
  readonly memory: number
  /** Temporary files of all analysts together, in bytes. */
  readonly disk: number
}

/** The connection of an analyst. */
export interface Connected {
  readonly token: ProgramTokenId
  /** The id of the process of PostgreSQL. */
  readonly processId: number
  readonly key: number
  readonly end: () => void
}

interface Parts extends Pick<Platform, 'db' | 'clock' | 'log'> {
  readonly database: Pick<AnalystDatabaseStore, 'listSessions' | 'readDisk' | 'cancel'>
  readonly limits: AnalystLimits
}

/** How often it is looked at whether the tokens of connections are still good. */
const LOOKS_A_CHECK = 5
/** So many times a statement's limit a transaction may take. */
const TRANSACTION_FACTOR = 6

/**
 * Keeps analysts within limits that a session cannot lift: how long statements take, how much memory they use, and whether tokens are
 * still good. Where PostgreSQL runs on the machine of this server, the work of analysts has less priority than that of the portal.
 */
export function createAnalystWatch({ db, database, clock, log, limits }: Parts) {
  let looks = 0
  /** Processes whose statement was cancelled for what it used, and that have not ended it since. */
  let cancelled: ReadonlySet<number> = new Set()
  return {
    look: async (connections: readonly Connected[]): Promise<void> => {
      if (connections.length === 0) return
      const sessions = await database.listSessions(connections.map(({ processId }) => processId))
      const memory = new Map<number, number>()
      for (const session of sessions) {
        const used = await memoryOf(session)
        if (used === undefined) continue
        memory.set(session.leader, (memory.get(session.leader) ?? 0) + used)
        lowerPriority(session.processId)
      }
      const disk = await database.readDisk()
      const excess = findExcess(sessions, { memory, files: disk.files, queue: disk.queue, cancelled }, limits)
      cancelled = new Set(excess.flatMap(({ processId, reason }) => (isOfUse(reason) ? [processId] : [])))
      for (const { processId, how, reason } of excess) {
        log.info({ processId, reason }, `SQL ${how === 'cancel' ? 'statement cancelled' : 'connection ended'}`)
        if (how === 'cancel') await database.cancel(processId)
        else connections.find((one) => one.processId === processId)?.end()
      }
      looks += 1
      if (looks % LOOKS_A_CHECK === 0) await endRevoked(connections)
    },
  }

  async function endRevoked(connections: readonly Connected[]): Promise<void> {
    for (const token of new Set(connections.map((one) => one.token))) {
      if (await isGood(token)) continue
      for (const connection of connections) if (connection.token === token) connection.end()
    }
  }

  async function isGood(token: ProgramTokenId): Promise<boolean> {
    try {
      requireScope((await getCallerOfToken(db, token, clock())).token, { scope: 'read' })
      return true
    } catch (error) {
      if (!isDomainError(error)) throw error
      return false
    }
  }
}

interface Excess {
  readonly processId: number
  readonly how: 'cancel' | 'end'
  readonly reason: 'time' | 'transaction' | 'queue' | 'memory' | 'disk'
}

function isOfUse(reason: Excess['reason']): boolean {
  return reason === 'memory' || reason === 'disk'
}

/** What analysts use. Bytes are by the process of the connection. */
interface Use {
  readonly memory: ReadonlyMap<number, number>
  readonly files: ReadonlyMap<number, number>
  /** How full the queue of notifications is, from 0 to 1. */
  readonly queue: number
  /** Processes whose statements were cancelled at the last look, as they used too much. */
  readonly cancelled: ReadonlySet<number>
}

/** A transaction that listens keeps the queue from being emptied. */
const MOST_QUEUE = 0.005

/** Which statements are cancelled and which connections end. */
export function findExcess(
  sessions: readonly AnalystSession[],
  { memory, files, queue, cancelled }: Use,
  { statementSeconds, memory: mostMemory, disk: mostDisk }: AnalystLimits,
): Excess[] {
  const excess: Excess[] = []
  const leaders = sessions.filter(({ processId, leader }) => processId === leader)
  for (const session of leaders) {
    const { processId } = session
    const statement = session.statementSeconds ?? 0
    // A client that does not read its rows keeps PostgreSQL from cancelling.
    if (statement > 2 * statementSeconds) excess.push({ processId, how: 'end', reason: 'time' })
    else if ((session.transactionSeconds ?? 0) > TRANSACTION_FACTOR * statementSeconds)
      excess.push({ processId, how: 'end', reason: 'transaction' })
    else if (queue > MOST_QUEUE && session.transactionSeconds !== null)
      excess.push({ processId, how: 'end', reason: 'queue' })
    else if (statement > statementSeconds) excess.push({ processId, how: 'cancel', reason: 'time' })
  }
  for (const [reason, used, most] of [
    ['memory', memory, mostMemory],
    ['disk', files, mostDisk],
  ] as const) {
    const useOf = ({ processId }: AnalystSession): number => used.get(processId) ?? 0
    let together = leaders.reduce((sum, leader) => sum + useOf(leader), 0)
    for (const leader of leaders.toSorted((a, b) => useOf(b) - useOf(a))) {
      if (together <= most) break
      together -= useOf(leader)
      const { processId, statementSeconds: statement } = leader
      // Between statements nothing can be cancelled, and some of what a statement does can't be.
      const how = statement === null || cancelled.has(processId) ? 'end' : 'cancel'
      excess.push({ processId, how, reason })
    }
  }
  return excess
}

/** What a process of PostgreSQL on this machine uses alone, in bytes. */
async function memoryOf({ processId, leader }: AnalystSession): Promise<number | undefined> {
  try {
    const title = await readFile(`/proc/${processId}/cmdline`, 'utf8')
    // On another machine the same number is of some other process.
    if (!title.startsWith('postgres: ') || !(title.includes('fieldwatch_') || title.includes(`for PID ${leader}`)))
      return undefined
    const status = await readFile(`/proc/${processId}/status`, 'utf8')
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    // It has ended, or this is no Linux.
    return undefined
  }
}

const LESS_PRIORITY = 10

function lowerPriority(processId: number): void {
  try {
    setPriority(processId, LESS_PRIORITY)
  } catch {
    // It has ended, or belongs to another user of the machine.
  }
}
