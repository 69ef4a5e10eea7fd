import type { DataId } from '@fieldwatch/contract/api/ids'
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

/** Makes a feed from what begins to notify its watchers and returns the ways to stop. */
export function createNewsFeed<Watcher>(
  begin: (watchers: ReadonlySet<Watcher>) => readonly (() => void)[],
): NewsFeed<Watcher> {
  const watchers = new Set<Watcher>()
  const stops = begin(watchers)
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

/** Tells the streams about a unit that its notes or the requests to it changed, or may have. */
export function createUnitNews({ bus, log }: Pick<Platform, 'bus' | 'log'>, name: 'notes' | 'requests') {
  const send = ({ dataId, connection }: UnitWatcher): void =>
    connection.send({ name, data: JSON.stringify({ dataID: dataId }) })
  return createNewsFeed<UnitWatcher>((watchers) => [
    bus.subscribe(`${name}-changed`, ({ dataId }) => {
      for (const watcher of watchers) if (watcher.dataId === dataId) send(watcher)
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => watchers.forEach(send)),
  ])
}
