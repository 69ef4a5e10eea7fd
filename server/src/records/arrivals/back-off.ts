import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { StepOutcome } from './advance-follower.ts'

export interface BackOffParts {
  readonly metrics: Metrics
  readonly log: Logger
}

/** How long a follower that failed pauses. */
const FAILED_MS = 30_000

/** A follower that fails pauses, so that it takes no turns from others; not when the failure is that of the database. */
export function createBackOff({ metrics, log }: BackOffParts, consumer: string) {
  const failedAt = new Map<string, number>()

  const isRested = (id: string): boolean => {
    const failed = failedAt.get(id)
    return failed === undefined || performance.now() - failed >= FAILED_MS
  }

  return {
    /** Whether the follower does not pause. */
    isRested,

    /** Lets those that failed try again at once. */
    forget: (): void => failedAt.clear(),

    /** Takes a step unless the follower pauses. Never rejects. */
    attempt: async (id: string, take: () => Promise<StepOutcome>): Promise<StepOutcome> => {
      if (!isRested(id)) return 'idle'
      try {
        const outcome = await take()
        failedAt.delete(id)
        return outcome
      } catch (error) {
        if (isDatabaseAway(error)) return 'idle'
        failedAt.set(id, performance.now())
        metrics.arrivalsFailures.inc({ consumer })
        log.error({ err: error, consumer, follower: id }, 'what arrived could not be taken; it is tried again')
        return 'idle'
      }
    },
  }
}
