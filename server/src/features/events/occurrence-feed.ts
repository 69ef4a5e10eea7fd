import type { DataId } from '@fieldwatch/contract/api/ids'
import type { LiveOccurrences } from '@fieldwatch/contract/telemetry/live'
import { afterMisses } from '#platform/bus/after-misses.ts'
import { createNewsFeed, REST_MS, type UnitWatcher } from '#doors/live/news-feed.ts'
import type { Platform } from '#platform/floor.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  /** The event tables of units. */
  readonly listTables: (dataIds: readonly DataId[]) => Promise<readonly { dataId: DataId; name: string }[]>
}

/** Tells the streams about a unit that occurrences of one of its event tables changed, or may have. */
export function createOccurrenceFeed({ bus, log, listTables }: Dependencies) {
  const watchers = new Set<UnitWatcher>()
  return createNewsFeed(watchers, [
    bus.subscribe('occurrences-changed', notify),
    afterMisses({ bus, log, pauseMs: REST_MS }, async () => {
      const tables = watchers.size === 0 ? [] : await listTables([...watchers].map(({ dataId }) => dataId))
      for (const table of tables) notify(table)
    }),
  ])

  function notify({ dataId, name }: { dataId: DataId; name: string }): void {
    const event: LiveOccurrences = { dataID: dataId, name }
    for (const watcher of watchers) {
      if (watcher.dataId === dataId) watcher.connection.send({ name: 'occurrences', data: JSON.stringify(event) })
    }
  }
}
