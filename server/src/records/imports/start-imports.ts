import { DomainError } from '#platform/errors/domain-error.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { isDiskFull } from '#platform/database/disk-full.ts'
import { ERRORS } from '@fieldwatch/contract/errors'
import { IMPORT_KEPT_DAYS } from '@fieldwatch/contract/record-imports'
import type { Logger } from 'pino'
import { every } from '#platform/time/every.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createImportStore, type StoredImport } from './import-store.ts'
import { type ImportParts, runImport } from './run-import.ts'

interface Dependencies extends Omit<ImportParts, 'workers'> {
  readonly server: string
  readonly log: Logger
}

/** A failure may pass, such as a deadlock with what a unit sends at the same moment. */
const ATTEMPTS = 5
const LOOK_MS = 500
const TIDY_MS = 60 * 60_000
const DAY = 86_400_000
/** An upload that nobody went on with. */
const UPLOADED_DAYS = 1

/** Works on imports one after the other, in a thread of their own. The stack ends it; another server, or this one after its start, goes on. */
export function startImports(dependencies: Dependencies, stack: AsyncDisposableStack): void {
  const { db, clock, server, log } = dependencies
  const workers = createThreadPool({ size: 1 })
  stack.defer(() => workers.close())
  const parts: ImportParts = { ...dependencies, workers }
  const store = createImportStore(db)
  const closing = new AbortController()
  const looking = every(LOOK_MS, lookForWork, log)
  const tidying = every(TIDY_MS, tidy, log)
  stack.defer(async () => {
    closing.abort()
    await Promise.all([looking.close(), tidying.close()])
  })

  async function lookForWork(): Promise<void> {
    for (;;) {
      if (closing.signal.aborted) return
      const next = await store.claimNext(server)
      if (next === undefined) return
      await workOn(next)
    }
  }

  /** What was stored before a failure is not stored again, so that it can be tried again. */
  async function workOn(next: StoredImport, attempt = 1): Promise<void> {
    try {
      await runImport(parts, next, { server, signal: closing.signal })
    } catch (error) {
      if (closing.signal.aborted || isDatabaseAway(error)) throw error
      log.error({ err: error, importId: next.id, dataID: next.dataId, attempt }, 'an import of records failed')
      if (attempt < ATTEMPTS && !(error instanceof DomainError) && !isDiskFull(error))
        return workOn(await store.get(next.id), attempt + 1)
      await store.end(next.id, { state: 'failed', now: clock(), failure: failureOf(error) })
    }
  }

  async function tidy(): Promise<void> {
    const now = clock()
    await store.removeOld({ uploadedBefore: now - UPLOADED_DAYS * DAY, endedBefore: now - IMPORT_KEPT_DAYS * DAY })
  }
}

/** For a person; details are in the log. */
function failureOf(error: unknown): string {
  if (error instanceof DomainError) return error.message
  return isDiskFull(error) ? ERRORS['server/no-room'] : ERRORS['server/internal']
}
