import type { DataId } from '@fieldwatch/contract/api/ids'
import type { LiveOccurrences } from '@fieldwatch/contract/telemetry/live'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { NewsFeed, UnitWatcher } from '#doors/live/news-feed.ts'
import type { Platform } from '#platform/floor.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  /** The event tables of units. */
  readonly listTables: (dataIds: readonly DataId[]) => Promise<readonly { dataId: DataId; name: string }[]>
}

const REST_MS = 5_000

/** Tells the streams about a unit that occurrences of one of its event tables changed, or may have. */
export function createOccurrenceFeed({ bus, log, listTables }: Dependencies): NewsFeed<UnitWatcher> {
  const watchers = new Set<UnitWatcher>()
  const stops = [
    bus.subscribe('occurrences-changed', notify),
    afterMisses({ bus, log, pauseMs: REST_MS }, async () => {
      const tables = watchers.size === 0 ? [] : await listTables([...watchers].map(({ dataId }) => dataId))
      for (const table of tables) notify(table)
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

  function notify({ dataId, name }: { dataId: DataId; name: string }): void {
    const event: LiveOccurrences = { dataID: dataId, name }
    for (const watcher of watchers) {
      if (watcher.dataId === dataId) watcher.connection.send({ name: 'occurrences', data: JSON.stringify(event) })
    }
  }
}
