import { setTimeout as pause } from 'node:timers/promises'
import { advanceFollower, type AdvanceParts, type StepOutcome } from './advance-follower.ts'
import { advanceTogether } from './advance-together.ts'
import type { Consumer, TogetherConsumer } from './consumer.ts'
import type { BackfillThrottle } from './backfill-throttle.ts'
import { createStepMemory } from './step-memory.ts'
import type { WaitingList } from './waiting-list.ts'
import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'

interface StepParts extends Omit<AdvanceParts<never>, 'memory'>, BackOffParts {
  readonly waiting: WaitingList
  readonly backfillThrottle: BackfillThrottle
  /** Aborted when no more steps are to be taken. */
  readonly closing: AbortSignal
}

export interface Steps {
  /** Resolves when nothing waits any more, to whether anything was done (which may make other followers wait). Never rejects. */
  readonly takeAll: () => Promise<boolean>
  /** Resolves when none is being taken. */
  readonly settled: () => Promise<unknown>
  /** Lets followers that failed try again at once. */
  readonly forgetFailures: () => void
}

/** Takes the steps of the followers that wait, in the lanes of their consumer. */
export function createSteps<Memory>(parts: StepParts, consumer: Consumer<Memory> | TogetherConsumer): Steps {
  const { waiting, backfillThrottle, closing } = parts
  const advanceParts = { ...parts, memory: createStepMemory<Memory>() }
  const backOff = createBackOff(parts, consumer.name)
  const takeNext = 'together' in consumer ? takeMany(consumer) : takeOne(consumer)
  const lanes = 'together' in consumer ? 1 : consumer.lanes
  let working: Promise<boolean> | undefined

  return {
    takeAll: () => {
      working ??= Promise.all(Array.from({ length: lanes }, workOff)).then((progressed) => {
        working = undefined
        return progressed.includes(true)
      })
      return working
    },
    settled: async () => working,
    forgetFailures: backOff.forget,
  }

  async function workOff(): Promise<boolean> {
    let progressed = false
    while (!closing.aborted) {
      const id = await waiting.take()
      if (id === undefined) break
      if (await takeNext(id)) progressed = true
    }
    return progressed
  }

  function takeOne(single: Consumer<Memory>) {
    return async (id: string): Promise<boolean> => {
      const rest = backfillThrottle.begin()
      const outcome = await backOff.attempt(id, () => advanceFollower(advanceParts, single, id))
      if (outcome === 'filling') await rest()
      waiting.done(id, outcome)
      return outcome !== 'idle'
    }
  }

  /** Takes a step of several; when that fails of each alone, so that only the one is left behind that cannot be taken. */
  function takeMany(many: TogetherConsumer) {
    const takeAlone = (id: string): Promise<StepOutcome> =>
      backOff.attempt(id, async () => (await advanceTogether(advanceParts, many, [id])).get(id) ?? 'idle')
    return async (first: string): Promise<boolean> => {
      const ids = [first, ...waiting.takeMore(many.together.most - 1)]
      let progressed = false
      const outcomes =
        ids.length === 1
          ? undefined
          : await advanceTogether(advanceParts, many, ids.filter(backOff.isRested)).catch((error: unknown) => {
              parts.log.warn({ err: error, consumer: many.name }, 'batch step failed; retrying each follower alone')
              return undefined
            })
      for (const id of ids) {
        const outcome = outcomes === undefined ? await takeAlone(id) : (outcomes.get(id) ?? 'idle')
        waiting.done(id, outcome)
        if (outcome !== 'idle') progressed = true
      }
      if (!closing.aborted) await pause(many.together.pauseMs)
      return progressed
    }
  }
}

interface BackOffParts {
  readonly metrics: Metrics
  readonly log: Logger
}

/** How long a follower that failed pauses. */
const FAILED_MS = 30_000

/** A follower that fails pauses, so that it takes no turns from others; not when the failure is that of the database. */
function createBackOff({ metrics, log }: BackOffParts, consumer: string) {
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
        log.error({ err: error, consumer, follower: id }, 'follower step failed; retrying later')
        return 'idle'
      }
    },
  }
}
