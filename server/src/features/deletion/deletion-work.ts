import { actAs } from '#platform/audit/acting.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Db } from '#platform/database/database.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'
import type { Platform } from '#platform/floor.ts'
import type { RunContext, WorkKind } from '#platform/work/worker.ts'
import { type ClaimedDeletion, createDeletionStore, isDeletionDue } from './deletion-store.ts'

interface Parts extends Pick<Platform, 'db' | 'clock' | 'log' | 'server'> {
  readonly deleteEntityPiece: (tx: Db, deletion: ClaimedDeletion) => Promise<Piece>
}

/** What became of a piece: whether there is more, and what to publish once it is committed. */
export interface Piece {
  readonly more: boolean
  readonly publish?: () => void
}

const RETRY_MS = 60_000

/**
 * Removes what was deleted, piece by piece. Each piece is a transaction, so that another server, or this one after its start, continues
 * where it ended; one that fails does not keep others waiting.
 */
export function createDeletionWork(parts: Parts): WorkKind {
  const { db, clock, log, server } = parts
  const store = createDeletionStore(db)
  return {
    name: 'deletions',
    isDue: (now) => isDeletionDue(server, now),
    run,
  }

  async function run({ signal }: RunContext): Promise<void> {
    while (!signal.aborted) {
      const next = await store.claimNext(server, clock())
      if (next === undefined) return
      await workOn(next, signal)
    }
  }

  async function workOn(next: ClaimedDeletion, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) if (await takePiece(next)) return
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, kind: next.kind, subject: next.subject }, 'deletion step failed')
      await store.putOff(next.id, clock() + RETRY_MS)
    }
  }

  /** Returns whether nothing is left. */
  async function takePiece(next: ClaimedDeletion): Promise<boolean> {
    const { more, publish } = await db.transaction().execute(async (tx) => {
      const piece = await actAs({ address: next.address }, () => removePiece(tx, next))
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
        // What a server of the last release stored in the meantime.
        await sources.detach(dataId, undefined, clock())
        await pieces.removeUnit(dataId)
        return { more: false }
      }
      default:
        return parts.deleteEntityPiece(tx, next)
    }
  }
}
