import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { FollowerStore } from './follower-store.ts'
import type { WaitingList } from './waiting-list.ts'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'

interface FollowerPollerParts {
  readonly store: FollowerStore
  readonly waiting: WaitingList
  /** The name of the consumer. */
  readonly name: string
  /** The name of this server. */
  readonly server: string
  readonly clock: Clock
  readonly metrics: Metrics
}

/** Reads in the database what the bus may have missed: which followers this server has, which of them wait, and since when. */
export function createFollowerPoller({ store, waiting, name, server, clock, metrics }: FollowerPollerParts) {
  const followed = createFollowedSources(() => store.listSources(name, server))
  let lastLook: Promise<unknown> = Promise.resolve()
  let hasJoined = false

  /** Looks run one after the other, so that the newest result counts. */
  const look = (): Promise<void> => {
    const result = lastLook.then(async () => {
      await followed.refresh()
      const found = await store.listWaiting(name, server)
      metrics.arrivalsWaiting.set({ consumer: name }, found.length)
      for (const id of found) waiting.add(id)
    })
    // A failure is for the caller of this look, not for the next one.
    lastLook = result.catch(() => undefined)
    return result
  }

  return {
    followersOf: followed.followersOf,
    /** The followers have changed: the next look lists their sources too. */
    outdate: followed.outdate,

    /** Adds to the list those for which something has arrived. */
    look,
    /** Resolves when no look is going on. */
    settled: async () => lastLook,

    /** A server that has just started does not wait for its share of the work. */
    join: async (): Promise<void> => {
      if (!hasJoined) await store.takeShare(name, server)
      hasJoined = true
    },

    /** Takes this server's share of the followers, and returns whether it has got more of them. */
    share: async (): Promise<boolean> => {
      if ((await store.takeShare(name, server)) === 0) return false
      followed.outdate()
      await look()
      return true
    },

    measureLag: async (): Promise<void> => {
      const oldest = await store.findOldestWaiting(name)
      const lag = oldest === undefined ? 0 : Math.max(0, clock() - oldest) / 1000
      metrics.arrivalsLag.set({ consumer: name }, lag)
    },
  }
}

/** How often the sources are listed, when no change was published: followers may have lost their server. */
const LIST_EVERY_MS = 10_000

/** Which followers of this server a record makes wait, by the source that it is of. */
function createFollowedSources(list: () => ReturnType<FollowerStore['listSources']>) {
  let followers = new Map<DataId, ReadonlyMap<SourceName, readonly { readonly id: string }[]>>()
  let listedAt = -Infinity

  return {
    followersOf: (dataId: DataId, source: SourceName): readonly { readonly id: string }[] =>
      followers.get(dataId)?.get(source) ?? NONE,

    /** Something has changed: they are listed at the next look. */
    outdate: (): void => {
      listedAt = -Infinity
    },

    /** Lists them again when it is time. */
    refresh: async (): Promise<void> => {
      if (performance.now() - listedAt < LIST_EVERY_MS) return
      listedAt = performance.now()
      const sources = await list().catch((error: unknown) => {
        listedAt = -Infinity
        throw error
      })
      const byUnit = Map.groupBy(sources, ({ dataId }) => dataId)
      followers = new Map(
        Array.from(byUnit, ([dataId, ofUnit]) => [dataId, Map.groupBy(ofUnit, ({ source }) => source)]),
      )
    },
  }
}

const NONE: readonly { readonly id: string }[] = []
