import { DAY_MS, MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { type ReportRhythm, RUNS_KEPT_DAYS } from '../contract/report-schedules.ts'
import { nextDue, periodBefore } from '../contract/schedule-times.ts'
import type { Logger } from 'pino'
import { isDatabaseAway, isDiskFull, isEndedStatement } from '@fieldwatch/server/platform/database/database-away'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { pauseAfter, type RetryPolicy } from '@fieldwatch/server/platform/work/retry-policy'
import type { RunContext, WorkKind } from '@fieldwatch/server/platform/work/worker'
import { type ClaimedRun, createRunStore, isReportDue } from './run-store.ts'
import { createScheduleStore } from './schedule-store.ts'
import { type SendingParts, sendRun } from './send-run.ts'
import { say } from './say.ts'

interface Parts extends SendingParts {
  readonly log: Logger
}

/** A failure may pass within hours. A run that crashes the server is not retried for ever. */
const RETRIES: RetryPolicy = { firstMs: MINUTE_MS, factor: 4, mostMs: 60 * MINUTE_MS, tries: 8 }
/** A file takes no longer. */
const MAKING_MS = 10 * 60_000

/** Sends scheduled reports, one after the other. Each is taken by one server, and again by another one when that dies. */
export function createReportWork(parts: Parts): WorkKind {
  const { db, clock, log, server } = parts
  /** Runs that were cut off because the database was away. */
  const cutOff = new Set<number>()
  return {
    name: 'reports',
    isDue: isReportDue,
    run,
    tidy: () => createRunStore(db).removeOld(clock() - RUNS_KEPT_DAYS * DAY_MS),
  }

  async function run({ signal }: RunContext): Promise<void> {
    for (const id of cutOff) {
      await createRunStore(db).takeBackTry(id, server)
      cutOff.delete(id)
    }
    while (!signal.aborted && (await planRuns(parts)) > 0);
    while (!signal.aborted) {
      const next = await createRunStore(db).claimNext(server, clock())
      if (next === undefined) return
      await send(next, signal)
    }
  }

  async function send(next: ClaimedRun, closing: AbortSignal): Promise<void> {
    if (next.tries > (RETRIES.tries ?? Infinity)) return fail(next, say('not-sent.given-up'))
    const signal = AbortSignal.any([closing, AbortSignal.timeout(MAKING_MS)])
    try {
      await sendRun(parts, next, signal)
    } catch (error) {
      // One that a statement makes too slow would be so again.
      if (isDatabaseAway(error) && !isEndedStatement(error)) cutOff.add(next.id)
      if (closing.aborted || isDatabaseAway(error)) throw error
      const fields = { err: error, runId: next.id, scheduleId: next.scheduleId, tries: next.tries }
      log.error(fields, 'writing a scheduled report failed')
      if (signal.aborted) return fail(next, say('not-sent.too-slow'))
      if (error instanceof DomainError || isDiskFull(error)) return fail(next, sentenceOf(error))
      const pause = pauseAfter(RETRIES, next.tries)
      if (pause === undefined) return fail(next, sentenceOfCode('server/internal'))
      await createRunStore(db).retryAt(next.id, clock() + pause)
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
  return error instanceof DomainError ? error.sentence : sentenceOfCode('server/no-room')
}

/** Planned in one transaction. */
const AT_ONCE = 50
/** More than that no one counts. */
const MOST_MISSED = 10_000

/** Writes down what is due by now. Of several times that were missed only the last one is sent. Returns for how many reports. */
export async function planRuns({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<number> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const schedules = createScheduleStore(tx)
    const due = await schedules.claimDue(now, AT_ONCE)
    for (const { id, rhythm, dueAt } of due) {
      const { last, next, missed } = dueTimes(rhythm, dueAt, now)
      const range = periodBefore(rhythm, last)
      await createRunStore(tx).create({ scheduleId: id, at: last, asked: false, range, missed })
      await schedules.update(id, { dueAt: next })
    }
    return due.length
  })
}

/** The last time that is due by now, how many were before it, and the one after it. */
function dueTimes(rhythm: ReportRhythm, dueAt: number, now: number): { last: number; next: number; missed: number } {
  let [last, missed] = [dueAt, 0]
  let next = nextDue(rhythm, last)
  while (next <= now && missed < MOST_MISSED) {
    last = next
    next = nextDue(rhythm, last)
    missed += 1
  }
  return { last, next, missed }
}
