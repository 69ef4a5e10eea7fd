import type { LiveRequests } from '@fieldwatch/contract/telemetry/live'
import type { Logger } from 'pino'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { NewsFeed, UnitWatcher } from '#doors/live/news-feed.ts'

const REST_MS = 5_000

/** Tells the streams of admins about a unit that requests to it are new, or in another state, or may be. */
export function createRequestFeed({ bus, log }: { readonly bus: Bus; readonly log: Logger }): NewsFeed<UnitWatcher> {
  const watchers = new Set<UnitWatcher>()
  const stops = [
    bus.subscribe('requests-changed', ({ dataId }) => {
      for (const watcher of watchers) if (watcher.dataId === dataId) notify(watcher)
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const watcher of watchers) notify(watcher)
    }),
  ]

  return {
    /** Returns the way to stop. */
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: (): void => {
      for (const stop of stops) stop()
    },
  }

  function notify({ dataId, connection }: UnitWatcher): void {
    const event: LiveRequests = { dataID: dataId }
    connection.send({ name: 'requests', data: JSON.stringify(event) })
  }
}
