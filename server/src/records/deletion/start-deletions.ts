import type { DataId } from '@fieldwatch/contract/ids'
import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'
import { every } from '#platform/time/every.ts'
import { type ClaimedDeletion, createDeletionStore } from './deletion-store.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** The name of this server. */
  readonly server: string
  readonly deleteEntityPiece: (tx: Db, deletion: ClaimedDeletion) => Promise<Piece>
}

/** What became of a piece: whether there is more, and what to publish once it is committed. */
export interface Piece {
  readonly more: boolean
  readonly publish?: () => void
}

export interface Deletions {
  /** Begins soon with what was just asked for. */
  readonly wake: () => void
  /** Does at once what is to be done. */
  readonly run: () => Promise<void>
  /** Ends after the piece that is under way. */
  readonly close: () => Promise<void>
}

/** Of a server that does not work in the background. */
export const NO_DELETIONS: Deletions = {
  wake: () => undefined,
  run: async () => undefined,
  close: async () => undefined,
}

const LOOK_MS = 1_000
const RETRY_MS = 60_000

/**
 * Removes what was deleted, piece by piece. Each piece is a transaction, so that another server, or this one after its start, goes on
 * where it ended; one that fails does not keep others waiting.
 */
export function startDeletions(parts: Parts): Deletions {
  const { db, clock, log, server } = parts
  const store = createDeletionStore(db)
  let isOver = false
  let last: Promise<void> = Promise.resolve()
  const run = (): Promise<void> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  const looking = every(LOOK_MS, run, log)
  return {
    wake: () => void run().catch((error: unknown) => log.warn({ err: error }, 'deletion postponed')),
    run,
    close: async () => {
      isOver = true
      await Promise.all([looking.close(), last])
    },
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const next = await store.claimNext(server, clock())
      if (next === undefined) return
      await workOn(next)
    }
  }

  async function workOn(next: ClaimedDeletion): Promise<void> {
    try {
      while (!isOver) if (await takePiece(next)) return
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, kind: next.kind, subject: next.subject }, 'a piece of a deletion failed')
      await store.putOff(next.id, clock() + RETRY_MS)
    }
  }

  /** Returns whether nothing is left. */
  async function takePiece(next: ClaimedDeletion): Promise<boolean> {
    const { more, publish } = await db.transaction().execute(async (tx) => {
      const piece = await removePiece(tx, next)
      if (!piece.more) await createDeletionStore(tx).end(next.id)
      return piece
    })
    publish?.()
    return !more
  }

  async function removePiece(tx: Db, next: ClaimedDeletion): Promise<Piece> {
    const sources = createDetachedSourceStore(tx)
    switch (next.kind) {
      case 'source':
        return { more: (await sources.removePiece(Number(next.subject))) > 0 }
      case 'unit': {
        const pieces = createDeletionStore(tx)
        const dataId = next.subject as DataId
        if ((await pieces.removePieceOfUnit(dataId)) > 0) return { more: true }
        // What a server of the last release stored meanwhile.
        await sources.detach(dataId, undefined, clock())
        await pieces.removeUnit(dataId)
        return { more: false }
      }
      default:
        return parts.deleteEntityPiece(tx, next)
    }
  }
}
