import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Db } from '#platform/database/database.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { advanceFollower, type StepOutcome } from './advance-follower.ts'
import { advanceTogether } from './advance-together.ts'
import type { Consumer, TogetherConsumer } from './consumer.ts'
import { createGiveWay } from './give-way.ts'
import { createFollowerStore } from './follower-store.ts'
import { createStepMemory } from './step-memory.ts'
import { createWaitingList } from './waiting-list.ts'

export interface ConsumerParts {
  readonly db: Db
  readonly reader: RecordReader
  readonly bus: Bus
  /** The name of this server. */
  readonly server: string
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
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
/** How often the sources that wake followers are listed, when nothing told of a change: followers may have lost their server. */
const LIST_EVERY_MS = 10_000
/** How often the lag is measured. */
const LAG_EVERY_MS = 10_000
/** How often a server looks whether it has its share of the followers. */
const SHARE_EVERY_MS = 10_000
/** How long a follower that failed pauses. */
const FAILED_MS = 30_000

/** Takes steps for the followers of a consumer as records arrive. */
export function startConsumer<Memory>(
  parts: ConsumerParts,
  consumer: Consumer<Memory> | TogetherConsumer,
): RunningConsumer {
  const { db, bus, server, clock, metrics, log } = parts
  const { name } = consumer
  const advanceParts = { ...parts, memory: createStepMemory<Memory>() }
  const store = createFollowerStore(db)
  const waiting = createWaitingList()
  const failedAt = new Map<string, number>()
  let followers = new Map<string, { readonly id: string }[]>()
  let lastLook: Promise<unknown> = Promise.resolve()
  let working: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let looksFirst = false
  let listedAt = -Infinity
  const closing = new AbortController()
  const giveWay = createGiveWay({
    now: () => performance.now(),
    pause: (milliseconds) => pause(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined),
  })

  const unsubscribe = [
    bus.subscribe('records', ({ dataId, source, count }) => {
      giveWay.noteArrived(count)
      for (const { id } of followers.get(keyOf(dataId, source)) ?? []) {
        waiting.add(id)
        soon()
      }
    }),
    bus.subscribe('followers-changed', ({ consumer: changed }) => {
      if (changed !== name) return
      failedAt.clear()
      looksFirst = true
      listedAt = -Infinity
      soon()
    }),
  ]
  // An operator knows from the start on how late it is after the time in which nothing ran.
  lastLook = measureLag().catch((error: unknown) => log.warn({ err: error, consumer: name }, 'the lag is not known'))
  let hasJoined = false
  const looking = every(LOOK_EVERY_MS, () => join().then(look).then(startWork), log)
  const measuring = every(LAG_EVERY_MS, measureLag, log)
  const sharing = every(SHARE_EVERY_MS, share, log)

  return {
    run: async () => {
      let progressed = true
      while (progressed && !closing.signal.aborted) {
        await look()
        progressed = await work()
      }
    },
    handOver: async () => {
      await close()
      await store.giveBack(name, server)
      bus.publish('followers-changed', { consumer: name })
    },
    close,
  }

  async function close(): Promise<void> {
    closing.abort()
    clearTimeout(timer)
    for (const stop of unsubscribe) stop()
    await Promise.all([looking.close(), measuring.close(), sharing.close()])
    await lastLook
    await working
  }

  function soon(): void {
    if (timer !== undefined || closing.signal.aborted) return
    timer = setTimeout(() => {
      timer = undefined
      const before = looksFirst ? look() : Promise.resolve()
      looksFirst = false
      before.then(startWork, (error: unknown) => {
        log.warn({ err: error, consumer: name }, 'what arrived waits for the next look')
      })
    }, TOGETHER_MS).unref()
  }

  /** Looks run one after the other, so that the newest result counts. */
  function look(): Promise<void> {
    const result = lastLook.then(async () => {
      if (performance.now() - listedAt >= LIST_EVERY_MS) await listSources()
      const found = await store.listWaiting(name, server)
      metrics.arrivalsWaiting.set({ consumer: name }, found.length)
      for (const id of found) waiting.add(id)
    })
    lastLook = result.catch(() => undefined)
    return result
  }

  async function listSources(): Promise<void> {
    listedAt = performance.now()
    const sources = await store.listSources(name, server).catch((error: unknown) => {
      listedAt = -Infinity
      throw error
    })
    followers = Map.groupBy(sources, ({ dataId, source }) => keyOf(dataId, source))
  }

  /** A server that has just started does not wait for its share of the work. */
  async function join(): Promise<void> {
    if (!hasJoined) await store.takeShare(name, server)
    hasJoined = true
  }

  /** A server gets its share of the work. */
  async function share(): Promise<void> {
    if ((await store.takeShare(name, server)) === 0) return
    listedAt = -Infinity
    await look()
    startWork()
  }

  async function measureLag(): Promise<void> {
    const oldest = await store.findOldestWaiting(name)
    const lag = oldest === undefined ? 0 : Math.max(0, clock() - oldest) / 1000
    metrics.arrivalsLag.set({ consumer: name }, lag)
  }

  function startWork(): void {
    void work()
  }

  /** Resolves when nothing waits any more, to whether anything was done (which may make other followers wait). Never rejects. */
  function work(): Promise<boolean> {
    const lanes = 'together' in consumer ? 1 : consumer.lanes
    working ??= Promise.all(Array.from({ length: lanes }, workOff)).then((progressed) => {
      working = undefined
      return progressed.includes(true)
    })
    return working
  }

  async function workOff(): Promise<boolean> {
    let progressed = false
    while (!closing.signal.aborted) {
      const id = await waiting.take()
      if (id === undefined) break
      if ('together' in consumer) {
        if (await advanceMany(consumer, [id, ...waiting.takeMore(consumer.together.most - 1)])) progressed = true
        continue
      }
      const rest = giveWay.begin()
      const outcome = await advance(id, () => advanceFollower(advanceParts, consumer, id))
      if (outcome === 'filling') await rest()
      waiting.done(id, outcome)
      if (outcome !== 'idle') progressed = true
    }
    return progressed
  }

  /** Takes a step of several; when that fails of each alone, so that only the one is left behind that cannot be taken. */
  async function advanceMany(many: TogetherConsumer, ids: readonly string[]): Promise<boolean> {
    let progressed = false
    const takeAlone = async (id: string): Promise<StepOutcome> =>
      advance(id, async () => (await advanceTogether(advanceParts, many, [id])).get(id) ?? 'idle')
    const outcomes =
      ids.length === 1
        ? undefined
        : await advanceTogether(advanceParts, many, ids.filter(isRested)).catch(() => undefined)
    for (const id of ids) {
      const outcome = outcomes === undefined ? await takeAlone(id) : (outcomes.get(id) ?? 'idle')
      waiting.done(id, outcome)
      if (outcome !== 'idle') progressed = true
    }
    if (!closing.signal.aborted) await pause(many.together.pauseMs)
    return progressed
  }

  function isRested(id: string): boolean {
    const failed = failedAt.get(id)
    return failed === undefined || performance.now() - failed >= FAILED_MS
  }

  async function advance(id: string, take: () => Promise<StepOutcome>): Promise<StepOutcome> {
    if (!isRested(id)) return 'idle'
    try {
      const outcome = await take()
      failedAt.delete(id)
      return outcome
    } catch (error) {
      if (isDatabaseAway(error)) return 'idle'
      failedAt.set(id, performance.now())
      metrics.arrivalsFailures.inc({ consumer: name })
      log.error({ err: error, consumer: name, follower: id }, 'what arrived could not be taken; it is tried again')
      return 'idle'
    }
  }
}

function keyOf(dataId: string, source: string): string {
  return `${dataId}/${source}`
}
