import { ERRORS } from '@fieldwatch/contract/errors'
import { RUNS_KEPT_DAYS } from '@fieldwatch/contract/report-schedules'
import type { Logger } from 'pino'
import { isDatabaseAway, isEndedStatement } from '#platform/database/database-away.ts'
import { isDiskFull } from '#platform/database/disk-full.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { every } from '#platform/time/every.ts'
import { planRuns } from './plan-runs.ts'
import { type ClaimedRun, createRunStore } from './run-store.ts'
import { type SendingParts, sendRun } from './send-run.ts'

interface Parts extends SendingParts {
  readonly log: Logger
}

export interface ReportSchedules {
  /** Does at once what is due by now. */
  readonly run: () => Promise<void>
  /** Waits for what is under way. */
  readonly close: () => Promise<void>
}

const LOOK_MS = 1_000
const TIDY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** A failure may pass, within hours. One that ends the server would come again. */
const RETRY_MINUTES = [1, 4, 15, 60, 60, 60, 60]
const TRIES = RETRY_MINUTES.length + 1
const MINUTE_MS = 60_000
/** A file takes no longer. */
const MAKING_MS = 10 * 60_000

/** Sends scheduled reports, one after the other. Every server may: each is taken by one of them, and again when that one dies. */
export function startReportSchedules(parts: Parts): ReportSchedules {
  const { db, clock, log, server } = parts
  const closing = new AbortController()
  /** Runs that were cut off because the database was away. */
  const cutOff = new Set<number>()
  let last: Promise<void> = Promise.resolve()
  const run = (): Promise<void> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  const looking = every(LOOK_MS, run, log)
  const tidying = every(TIDY_MS, () => createRunStore(db).removeOld(clock() - RUNS_KEPT_DAYS * DAY_MS), log)
  return {
    run,
    close: async () => {
      closing.abort()
      await Promise.all([looking.close(), tidying.close(), last])
    },
  }

  async function work(): Promise<void> {
    for (const id of cutOff) {
      await createRunStore(db).takeBackTry(id, server)
      cutOff.delete(id)
    }
    if (!(await createRunStore(db).hasWork(clock()))) return
    while (!closing.signal.aborted && (await planRuns(parts)) > 0);
    for (;;) {
      if (closing.signal.aborted) return
      const next = await createRunStore(db).claimNext(server, clock())
      if (next === undefined) return
      await send(next)
    }
  }

  async function send(next: ClaimedRun): Promise<void> {
    if (next.tries > TRIES) return fail(next, 'It was tried for hours, and could not be written.')
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(MAKING_MS)])
    try {
      await sendRun(parts, next, signal)
    } catch (error) {
      // One that a statement makes too slow would be so again.
      if (isDatabaseAway(error) && !isEndedStatement(error)) cutOff.add(next.id)
      if (closing.signal.aborted || isDatabaseAway(error)) throw error
      const told = { err: error, runId: next.id, scheduleId: next.scheduleId, tries: next.tries }
      log.error(told, 'a scheduled report could not be written')
      if (signal.aborted) return fail(next, 'It took longer than ten minutes to write. Choose shorter periods.')
      if (error instanceof DomainError || isDiskFull(error)) return fail(next, sentenceOf(error))
      const minutes = RETRY_MINUTES[next.tries - 1]
      if (minutes === undefined) return fail(next, ERRORS['server/internal'])
      await createRunStore(db).retryAt(next.id, clock() + minutes * MINUTE_MS)
    }
  }

  async function fail({ id }: ClaimedRun, note: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const runs = createRunStore(tx)
      if (await runs.lock(id, server)) await runs.end(id, { state: 'failed', note })
    })
  }
}

/** For a person; details are in the log. */
function sentenceOf(error: unknown): string {
  return error instanceof DomainError ? error.message : ERRORS['server/no-room']
}
