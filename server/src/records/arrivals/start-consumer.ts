import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { pause } from '#platform/time/pause.ts'
import type { Consumer, TogetherConsumer } from './consumer.ts'
import { createFollowerStore } from './follower-store.ts'
import { createBackfillThrottle } from './backfill-throttle.ts'
import { createFollowerPoller } from './follower-poller.ts'
import { createSteps } from './take-steps.ts'
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
/** How often the lag is measured. */
const LAG_EVERY_MS = 10_000
/** How often a server looks whether it has its share of the followers. */
const SHARE_EVERY_MS = 10_000

/** Takes steps for the followers of a consumer as records arrive. */
export function startConsumer<Memory>(
  parts: ConsumerParts,
  consumer: Consumer<Memory> | TogetherConsumer,
): RunningConsumer {
  const { bus, server, log } = parts
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
    every(LOOK_EVERY_MS, () => poller.join().then(poller.look).then(startWork), log),
    every(LAG_EVERY_MS, poller.measureLag, log),
    every(SHARE_EVERY_MS, async () => ((await poller.share()) ? startWork() : undefined), log),
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
