import type { Platform } from '#platform/floor.ts'
import type { StepOutcome } from './advance-follower.ts'
import type { FollowerStore } from './follower-store.ts'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'

export type WaitingList = ReturnType<typeof createWaitingList>

/** `shared`: steps that many followers may take together. */
export type StepKind = 'shared' | 'alone'

/** Followers whose last turn is remembered. */
const REMEMBERED = 50_000

/**
 * Followers that wait for their next step, least recently run first, so that one with a record now and then
 * does not wait for all those that always have some; no one waits for more than one turn of each of the others. A follower takes one step
 * at a time, and of those with many steps left only one runs at a time: the others do not wait for them, and memory stays bounded.
 */
export function createWaitingList() {
  const waiting = new Set<string>()
  const busy = new Set<string>()
  const long = new Set<string>()
  const alone = new Set<string>()
  /** The number of the last turn of each, the oldest first. */
  const turns = new Map<string, number>()
  let turn = 0
  let closed = false
  let changed = Promise.withResolvers<void>()

  const notify = (): void => {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  const begin = (id: string): void => {
    waiting.delete(id)
    busy.add(id)
    turns.delete(id)
    turns.set(id, (turn += 1))
    const [oldest = id] = turns.keys()
    if (turns.size > REMEMBERED) turns.delete(oldest)
  }

  const isAlone = (id: string): boolean => long.has(id) || alone.has(id)

  /** The first one that had no turn yet, else the one whose last turn was the longest ago. */
  const find = (kind: StepKind | undefined): string | undefined => {
    // These lanes look with each record that arrives, and mostly find none among thousands.
    const candidates = kind === 'alone' ? [...alone, ...long].filter((id) => waiting.has(id)) : waiting
    if (kind === 'alone' && alone.size + long.size === 0) return undefined
    const isLongBusy = [...busy].some((id) => long.has(id))
    let found: string | undefined
    let foundTurn = Infinity
    for (const id of candidates) {
      if (busy.has(id) || (isLongBusy && long.has(id))) continue
      if (kind === 'shared' && isAlone(id)) continue
      const last = turns.get(id) ?? 0
      if (last < foundTurn) [found, foundTurn] = [id, last]
      if (last === 0) break
    }
    return found
  }

  return {
    add: (id: string): void => {
      waiting.add(id)
      notify()
    },

    /** The next follower, of one kind if given; undefined once nothing of any kind waits or runs. */
    take: async (kind?: StepKind): Promise<string | undefined> => {
      while (!closed) {
        const id = find(kind)
        if (id !== undefined) {
          begin(id)
          return id
        }
        if (busy.size === 0 && waiting.size === 0) return undefined
        await changed.promise
      }
      return undefined
    },

    /** Others that wait already, at most so many. */
    takeMore: (most: number): string[] => {
      const taken = [...waiting]
        .filter((id) => !busy.has(id) && !isAlone(id))
        .sort((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0))
        .slice(0, most)
      for (const id of taken) begin(id)
      return taken
    },

    /** Ends the step of a follower. */
    done: (id: string, outcome: StepOutcome): void => {
      busy.delete(id)
      alone.delete(id)
      if (outcome === 'alone') {
        waiting.add(id)
        alone.add(id)
      } else if (outcome === 'more' || outcome === 'filling') {
        waiting.add(id)
        long.add(id)
      } else {
        long.delete(id)
        if (outcome === 'again') waiting.add(id)
      }
      notify()
    },

    /** Hands out no more. */
    close: (): void => {
      closed = true
      notify()
    },
  }
}

interface FollowerPollerParts extends Pick<Platform, 'server' | 'clock' | 'metrics'> {
  readonly store: FollowerStore
  readonly waiting: WaitingList
  /** The name of the consumer. */
  readonly name: string
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
