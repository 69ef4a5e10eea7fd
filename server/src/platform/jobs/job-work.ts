import { setImmediate } from 'node:timers/promises'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Platform } from '#platform/floor.ts'
import { pauseAfter, type RetryPolicy } from '#platform/work/retry-policy.ts'
import type { RunContext, WorkKind } from '#platform/work/worker.ts'
import { type ClaimedJob, createJobStore, isJobDue } from './job-store.ts'

export type JobParts = Pick<Platform, 'db' | 'clock' | 'log' | 'server'>

/** Jobs that are done in the same way. */
interface JobWork extends Pick<WorkKind, 'tidy' | 'close'> {
  /** For logs and metrics. */
  readonly name: string
  readonly kinds: readonly string[]
  /**
   * Does the next step of a job, and ends the job with the last one. It holds the job (`hold` of the store) in each of its transactions,
   * so that neither a person who stops it nor another server comes between.
   */
  readonly step: (job: ClaimedJob, signal: AbortSignal) => Promise<void>
  /** When a step that failed is tried again. */
  readonly retries: RetryPolicy
  /** Instead of a step that failed too often. Left out, it is tried for ever. */
  readonly giveUp?: (job: ClaimedJob, error: unknown) => Promise<void>
}

/**
 * Does jobs in turns, one step of each. Another server, or this one after its start, continues where a step was cut off; a job that fails
 * holds up no other.
 */
export function createJobWork({ db, clock, log, server }: JobParts, work: JobWork): WorkKind {
  const { name, kinds, step, retries, giveUp, tidy, close } = work
  const store = createJobStore(db)
  return { name, isDue: (now) => isJobDue(kinds, server, now), run, ...(tidy && { tidy }), ...(close && { close }) }

  async function run({ signal }: RunContext): Promise<void> {
    while (!signal.aborted) {
      const next = await store.claimNext(kinds, server, clock())
      if (next === undefined) return
      await doStep(next, signal)
      // Between two steps others have their turn.
      await setImmediate()
    }
  }

  async function doStep(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    try {
      await step(job, signal)
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) throw error
      const { id: jobID, kind, subject, tries } = job
      log.error({ err: error, jobID, kind, subject, tries: tries + 1 }, 'a step of a job failed')
      const pause = pauseAfter(retries, tries + 1)
      if (pause !== undefined || giveUp === undefined)
        return store.putOff(job, server, clock() + (pause ?? retries.mostMs))
      await giveUp(job, error)
    }
    await store.release(job, server)
  }
}
