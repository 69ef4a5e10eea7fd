import { setTimeout as pause } from 'node:timers/promises'
import { advanceFollower, type AdvanceParts, type StepOutcome } from './advance-follower.ts'
import { advanceShared } from './advance-shared.ts'
import { advanceTogether } from './advance-together.ts'
import type { Consumer, SharedSteps, TogetherConsumer } from './consumer.ts'
import type { BackfillThrottle } from './backfill-throttle.ts'
import { createStepMemory } from './step-memory.ts'
import type { StepKind, WaitingList } from './waiting-list.ts'
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

/** What one of the workers takes. */
interface Lane {
  readonly kind?: StepKind
  readonly takeNext: (id: string) => Promise<boolean>
}

/**
 * After a shared step others gather for so many times as long as it took: each of many followers then has more to do in its next step, which
 * costs little more. A few followers do not wait.
 */
const GATHERING = 9
const GATHERING_MS_A_FOLLOWER = 10
const LONGEST_GATHERING_MS = 2_000

/** Takes the steps of the followers that wait, in the lanes of their consumer. */
export function createSteps<Memory>(parts: StepParts, consumer: Consumer<Memory> | TogetherConsumer): Steps {
  const { waiting, backfillThrottle, closing } = parts
  const advanceParts = { ...parts, memory: createStepMemory<Memory>() }
  const backOff = createBackOff(parts, consumer.name)
  const lanes: readonly Lane[] = 'together' in consumer ? [{ takeNext: takeMany(consumer) }] : lanesOf(consumer)
  closing.addEventListener('abort', waiting.close, { once: true })
  let working: Promise<boolean> | undefined

  return {
    takeAll: () => {
      working ??= Promise.all(lanes.map(workOff)).then((progressed) => {
        working = undefined
        return progressed.includes(true)
      })
      return working
    },
    settled: async () => working,
    forgetFailures: backOff.forget,
  }

  function lanesOf(one: Consumer<Memory>): Lane[] {
    const takeNext = takeOne(one)
    const { shared } = one
    if (shared === undefined) return Array.from({ length: one.lanes }, () => ({ takeNext }))
    const alone = Array.from({ length: one.lanes - 1 }, (): Lane => ({ kind: 'alone', takeNext }))
    return [{ kind: 'shared', takeNext: takeShared(one, shared) }, ...alone]
  }

  async function workOff({ kind, takeNext }: Lane): Promise<boolean> {
    let progressed = false
    while (!closing.aborted) {
      const id = await waiting.take(kind)
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

  /** Takes a step of those that can take it together, and leaves the others to the other lanes. */
  function takeShared(one: Consumer<Memory>, shared: SharedSteps<Memory>) {
    return async (first: string): Promise<boolean> => {
      const ids = [first, ...waiting.takeMore(shared.most - 1)]
      const rest = backfillThrottle.begin()
      const began = performance.now()
      const outcomes = await advanceShared(advanceParts, one, shared, ids.filter(backOff.isRested)).catch(
        (error: unknown) => {
          parts.log.warn({ err: error, consumer: one.name }, 'batch step failed; retrying each follower alone')
          return undefined
        },
      )
      const outcomeOf = (id: string): StepOutcome => (outcomes === undefined ? 'alone' : (outcomes.get(id) ?? 'idle'))
      // The other lanes go on as long as one follower is busy.
      for (const id of ids.slice(1)) waiting.done(id, outcomeOf(id))
      const longest = Math.min(ids.length * GATHERING_MS_A_FOLLOWER, LONGEST_GATHERING_MS)
      if (!closing.aborted) await pause(Math.min((performance.now() - began) * GATHERING, longest))
      await rest()
      waiting.done(first, outcomeOf(first))
      return ids.some((id) => outcomeOf(id) !== 'idle')
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
