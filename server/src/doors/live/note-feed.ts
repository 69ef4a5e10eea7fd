import type { DataId } from '@fieldwatch/contract/api/ids'
import type { LiveNotes } from '@fieldwatch/contract/telemetry/live'
import type { Logger } from 'pino'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { NewsFeed, UnitWatcher } from './news-feed.ts'

const REST_MS = 5_000

/** Tells the streams about a unit that its notes changed, or may have. */
export function createNoteFeed({ bus, log }: { readonly bus: Bus; readonly log: Logger }): NewsFeed<UnitWatcher> {
  const watchers = new Set<UnitWatcher>()
  const stops = [
    bus.subscribe('notes-changed', ({ dataId }) => {
      for (const watcher of watchers) if (watcher.dataId === dataId) send(watcher)
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const watcher of watchers) send(watcher)
    }),
  ]

  return {
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: (): void => {
      for (const stop of stops) stop()
    },
  }
}

function send({
  dataId,
  connection,
}: {
  readonly dataId: DataId
  readonly connection: UnitWatcher['connection']
}): void {
  const event: LiveNotes = { dataID: dataId }
  connection.send({ name: 'notes', data: JSON.stringify(event) })
}
