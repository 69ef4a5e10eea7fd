import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { isDatabaseAway, isDiskFull } from '@fieldwatch/server/platform/database/database-away'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { IMPORT_KEPT_DAYS } from '../contract/record-imports.ts'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { RunContext, WorkKind } from '@fieldwatch/server/platform/work/worker'
import { createThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import { createImportStore, isImportDue, type StoredImport } from './import-store.ts'
import { type ImportParts, runImport } from './run-import.ts'

type Dependencies = Omit<ImportParts, 'workers'> & Pick<Platform, 'server' | 'log'>

/** A failure may pass, such as a deadlock with what a unit sends at the same moment. */
const ATTEMPTS = 5
/** An upload that no one went on with. */
const UPLOADED_DAYS = 1

/** Works on imports one after the other, in their own thread. Another server, or this one after its start, continues. */
export function createImportWork(dependencies: Dependencies): WorkKind {
  const { db, clock, server, log } = dependencies
  const workers = createThreadPool({ size: 1 })
  const parts: ImportParts = { ...dependencies, workers }
  const store = createImportStore(db)
  return {
    name: 'imports',
    isDue: () => isImportDue(server),
    run,
    tidy,
    close: () => workers.close(),
  }

  async function run({ signal }: RunContext): Promise<void> {
    for (;;) {
      if (signal.aborted) return
      const next = await store.claimNext(server)
      if (next === undefined) return
      await workOn(next, signal)
    }
  }

  /** What was stored before a failure is not stored again, so that it can be tried again. */
  async function workOn(next: StoredImport, signal: AbortSignal, attempt = 1): Promise<void> {
    try {
      await runImport(parts, next, { server, signal })
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) throw error
      // Its unit got another dataID between two steps.
      const [renamed] = (await store.listAgain(next.id)).filter(({ dataId }) => dataId !== next.dataId)
      if (renamed !== undefined) return workOn(renamed, signal, attempt)
      log.error({ err: error, importId: next.id, dataID: next.dataId, attempt }, 'import failed')
      if (attempt < ATTEMPTS && !(error instanceof DomainError) && !isDiskFull(error))
        return workOn(await store.get(next.id), signal, attempt + 1)
      await store.fail(next.id, { server, now: clock(), failure: failureOf(error) })
    }
  }

  async function tidy(): Promise<void> {
    const now = clock()
    await store.removeOld({
      uploadedBefore: now - UPLOADED_DAYS * DAY_MS,
      endedBefore: now - IMPORT_KEPT_DAYS * DAY_MS,
    })
  }
}

/** For a person; details are in the log. */
function failureOf(error: unknown): string {
  if (error instanceof DomainError) return error.sentence
  return isDiskFull(error) ? sentenceOfCode('server/no-room') : sentenceOfCode('server/internal')
}
