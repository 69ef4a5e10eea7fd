import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { SseConnection } from './sse-connection.ts'

/** Sends the news of one feature to the streams that watch it. */
export interface NewsFeed<Watcher> {
  /** Returns the way to stop. */
  readonly watch: (watcher: Watcher) => () => void
  readonly close: () => void
}

export interface UnitWatcher {
  /** The unit that the stream is about. */
  readonly dataId: DataId
  readonly connection: SseConnection
}

export interface AlertWatcher {
  readonly caller: Caller
  /** The unit that the stream is about; undefined: it is about all of them. */
  readonly only: DataId | undefined
  readonly connection: SseConnection
}

/** The news of the features, which are on the floor above. */
export interface NewsFeeds {
  readonly alerts: NewsFeed<AlertWatcher>
  readonly occurrences: NewsFeed<UnitWatcher>
}

/** Makes a feed of its watchers, and the ways to stop what notifies them. */
export function createNewsFeed<Watcher>(watchers: Set<Watcher>, stops: readonly (() => void)[]): NewsFeed<Watcher> {
  return {
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

/** The least time between two tellings that something may have been missed. */
export const REST_MS = 5_000

/** Tells the streams about a unit that the requests to it, or what extensions keep about it, changed or may have. */
export function createUnitNews({ bus, log }: Pick<Platform, 'bus' | 'log'>, name: 'requests' | 'things') {
  const send = ({ dataId, connection }: UnitWatcher, kind?: string): void =>
    connection.send({ name, data: JSON.stringify({ dataID: dataId, kind }) })
  const watchers = new Set<UnitWatcher>()
  const tell = ({ dataId, kind }: { readonly dataId: DataId; readonly kind?: string }): void => {
    for (const watcher of watchers) if (watcher.dataId === dataId) send(watcher, kind)
  }
  return createNewsFeed(watchers, [
    name === 'requests' ? bus.subscribe('requests-changed', tell) : bus.subscribe('unit-things-changed', tell),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => watchers.forEach((watcher) => send(watcher))),
  ])
}

interface News {
  /** The event that a stream gets. */
  readonly name: 'labels' | 'places' | 'templates' | 'things'
  /** Calls `notify` with entities of which something changed, for things of extensions with their kind, and returns the ways to stop. */
  readonly follow: (notify: (entities: readonly EntityId[], kind?: string) => void) => readonly (() => void)[]
}

interface EntityWatcher {
  readonly reach: readonly EntityId[]
  readonly connection: SseConnection
}

/** The least time between two tellings, so that one person who changes things does not make everybody read them all the time. */
const PAUSE_MS = 500

/** Notifies streams that something of an entity in reach changed: pages then read it again. */
export function createEntityFeed(
  { bus, log }: Pick<Platform, 'bus' | 'log'>,
  { name, follow }: News,
): NewsFeed<EntityWatcher> {
  const watchers = new Set<EntityWatcher>()
  /** The entities by the kind of what changed. */
  const changed = new Map<string | undefined, Set<EntityId>>()
  let timer: NodeJS.Timeout | undefined
  return createNewsFeed(watchers, [
    ...follow((entities, kind) => {
      if (watchers.size === 0) return
      changed.set(kind, new Set([...(changed.get(kind) ?? []), ...entities]))
      if (timer === undefined) flush()
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const { connection } of watchers) send(connection)
    }),
    () => clearTimeout(timer),
  ])

  function flush(): void {
    for (const [kind, entities] of changed)
      for (const { reach, connection } of watchers)
        if (reach.some((entity) => entities.has(entity))) send(connection, kind)
    changed.clear()
    timer = setTimeout(() => {
      timer = undefined
      if (changed.size > 0) flush()
    }, PAUSE_MS).unref()
  }

  function send(connection: SseConnection, kind?: string): void {
    connection.send({ name, data: JSON.stringify({ kind }) })
  }
}
