import type { DataId } from '@fieldwatch/contract/api/ids'
import { actAs } from '#platform/audit/acting.ts'
import type { Db } from '#platform/database/database.ts'
import { type ClaimedJob, createJobStore } from '#platform/jobs/job-store.ts'
import { createJobWork, type JobParts } from '#platform/jobs/job-work.ts'
import type { RetryPolicy } from '#platform/work/retry-policy.ts'
import type { WorkKind } from '#platform/work/worker.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'
import { createDeletionStore } from './deletion-store.ts'

interface Parts extends JobParts {
  readonly deleteEntityPiece: (tx: Db, deletion: ClaimedJob) => Promise<Piece>
}

/** What became of a piece: whether there is more, and what to publish once it is committed. */
export interface Piece {
  readonly more: boolean
  readonly publish?: () => void
}

/** The key of a source, the dataID of a unit, or the id of an entity is the subject. */
const KINDS = ['delete source', 'delete unit', 'delete entity']

const RETRIES: RetryPolicy = { firstMs: 60_000, factor: 1, mostMs: 60_000 }

/** Removes what was deleted, piece by piece, each in one transaction. No one stops it: what is left is out of reach. */
export function createDeletionWork(parts: Parts): WorkKind {
  const { db, clock, server } = parts
  return createJobWork(parts, { name: 'deletions', kinds: KINDS, step: takePiece, retries: RETRIES })

  async function takePiece(job: ClaimedJob): Promise<void> {
    const publish = await db.transaction().execute(async (tx) => {
      const jobs = createJobStore(tx)
      if (!(await jobs.hold(job, server))) return undefined
      const piece = await actAs({ address: job.address }, () => removePiece(tx, job))
      if (!piece.more) await jobs.remove(job.id)
      return piece.publish
    })
    publish?.()
  }

  async function removePiece(tx: Db, job: ClaimedJob): Promise<Piece> {
    const sources = createDetachedSourceStore(tx)
    switch (job.kind) {
      case 'delete source':
        return { more: (await sources.removePiece(Number(job.subject))) > 0 }
      case 'delete unit': {
        const pieces = createDeletionStore(tx)
        const dataId = job.subject as DataId
        if ((await pieces.removePieceOfUnit(dataId)) > 0) return { more: true }
        // What a server of the last release stored in the meantime.
        await sources.detach(dataId, undefined, clock())
        await pieces.removeUnit(dataId)
        return { more: false }
      }
      default:
        return parts.deleteEntityPiece(tx, job)
    }
  }
}
