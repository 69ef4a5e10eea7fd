import type { RecordReader } from '#records/store/record-reader.ts'
import type { Platform } from '#platform/floor.ts'
import { every } from '#platform/time/every.ts'
import { pause } from '#platform/time/pause.ts'
import type { Consumer, TogetherConsumer, SharedSteps } from './consumer.ts'
import { createFollowerStore } from './follower-store.ts'
import { type BackfillThrottle, createBackfillThrottle } from './backfill-throttle.ts'
import { createFollowerPoller, createWaitingList, type StepKind, type WaitingList } from './waiting-list.ts'
import { advanceFollower, type AdvanceParts, type StepOutcome } from './advance-follower.ts'
import { advanceShared, advanceTogether } from './advance-together.ts'
import { createStepMemory } from './step-memory.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'

export interface ConsumerParts
  extends Pick<Platform, 'db' | 'bus' | 'server' | 'clock' | 'metrics' | 'log'>, Partial<Pick<Platform, 'mayWork'>> {
  readonly reader: RecordReader
}

export interface RunningConsumer {
  /** Takes all steps that are waiting. */
  readonly run: () => Promise<void>
  /** Takes no more steps, and leaves the followers to other servers at once. */
  readonly handOver: () => Promise<void>
  /** Waits for running steps. */
  readonly close: () => Promise<void>
}

/** Waits for the other sources of a message, so that one step handles them together. */
const TOGETHER_MS = 50
/** How often to look for arrivals that the bus did not tell: from before the start, or of servers that ended. */
const LOOK_EVERY_MS = 2_000
/** How often the lag is measured. */
const LAG_EVERY_MS = 10_000
/** Among many followers a look takes long: it rests for so many times as long as it took. */
const LOOK_REST = 50
const LONGEST_LOOK_REST_MS = 10_000
/** How often a server looks whether it has its share of the followers. */
const SHARE_EVERY_MS = 10_000

/** Takes steps for the followers of a consumer as records arrive. */
export function startConsumer<Memory>(
  parts: ConsumerParts,
  consumer: Consumer<Memory> | TogetherConsumer,
): RunningConsumer {
  const { bus, server, log, mayWork = () => true } = parts
  const { name } = consumer
  const store = createFollowerStore(parts.db)
  const waiting = createWaitingList()
  const poller = createFollowerPoller({ ...parts, store, waiting, name })
  const closing = new AbortController()
  const backfillThrottle = createBackfillThrottle({
    now: () => performance.now(),
    pause: (milliseconds) => pause(milliseconds, closing.signal),
  })
  const steps = createSteps({ ...parts, waiting, backfillThrottle, closing: closing.signal }, consumer)
  const look = seldom(() => poller.join().then(poller.look))
  let timer: NodeJS.Timeout | undefined
  let looksFirst = false

  const unsubscribe = [
    bus.subscribe('records', ({ dataId, source, count }) => {
      backfillThrottle.noteArrived(count)
      for (const { id } of poller.followersOf(dataId, source)) {
        waiting.add(id)
        soon()
      }
    }),
    bus.subscribe('followers-changed', ({ consumer: changed }) => {
      if (changed !== name) return
      steps.forgetFailures()
      poller.outdate()
      looksFirst = true
      soon()
    }),
  ]
  // An operator knows from the start on how late it is after the time in which nothing ran.
  const firstLag = poller.measureLag().catch((error: unknown) => {
    log.warn({ err: error, consumer: name }, 'reading the consumer lag failed')
  })
  const repeated = [
    every(LOOK_EVERY_MS, () => (mayWork() ? look().then(startWork) : store.release(name, server)), log),
    every(LAG_EVERY_MS, seldom(poller.measureLag), log),
    every(SHARE_EVERY_MS, async () => (mayWork() && (await poller.share()) ? startWork() : undefined), log),
  ]

  return {
    run: async () => {
      let progressed = true
      while (progressed && !closing.signal.aborted) {
        await poller.look()
        progressed = await steps.takeAll()
      }
    },
    handOver: async () => {
      await close()
      await store.release(name, server)
      bus.publish('followers-changed', { consumer: name })
    },
    close,
  }

  async function close(): Promise<void> {
    closing.abort()
    clearTimeout(timer)
    for (const stop of unsubscribe) stop()
    await Promise.all(repeated.map((timed) => timed.close()))
    await Promise.all([firstLag, poller.settled()])
    await steps.settled()
  }

  function soon(): void {
    if (timer !== undefined || closing.signal.aborted) return
    timer = setTimeout(() => {
      timer = undefined
      if (!mayWork()) return
      const before = looksFirst ? poller.look() : Promise.resolve()
      looksFirst = false
      before.then(startWork, (error: unknown) => {
        log.warn({ err: error, consumer: name }, 'reading arrived records failed; retrying')
      })
    }, TOGETHER_MS).unref()
  }

  function startWork(): void {
    void steps.takeAll()
  }
}

/** Leaves out what is asked for while the work still rests. */
function seldom(work: () => Promise<void>): () => Promise<void> {
  let restsUntil = -Infinity
  return async () => {
    const began = performance.now()
    if (began < restsUntil) return
    await work()
    const ended = performance.now()
    restsUntil = ended + Math.min((ended - began) * LOOK_REST, LONGEST_LOOK_REST_MS)
  }
}

interface StepParts extends Omit<AdvanceParts<never>, 'memory'>, BackOffParts {
  readonly waiting: WaitingList
  readonly backfillThrottle: BackfillThrottle
  /** Aborted when no more steps are to be taken. */
  readonly closing: AbortSignal
}

interface Steps {
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
function createSteps<Memory>(parts: StepParts, consumer: Consumer<Memory> | TogetherConsumer): Steps {
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
      // Where records were left for the next step enough have gathered; arriving ones get their part of the processor.
      const times = ids.some((id) => outcomeOf(id) === 'again') ? 1 : GATHERING
      await pause(Math.min((performance.now() - began) * times, longest), closing)
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
      await pause(many.together.pauseMs, closing)
      return progressed
    }
  }
}

type BackOffParts = Pick<Platform, 'metrics' | 'log'>

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
