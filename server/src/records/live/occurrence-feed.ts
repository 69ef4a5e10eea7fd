import type { DataId } from '@fieldwatch/contract/ids'
import type { LiveOccurrences } from '@fieldwatch/contract/live'
import type { Bus } from '#platform/bus/bus.ts'
import type { SseConnection } from './sse-connection.ts'

interface Watcher {
  /** The unit that the stream is about. */
  readonly dataId: DataId
  readonly connection: SseConnection
}

/** Tells the streams about a unit that occurrences of one of its event tables changed. */
export function createOccurrenceFeed(bus: Bus) {
  const watchers = new Set<Watcher>()
  const stop = bus.subscribe('occurrences-changed', ({ dataId, name }) => {
    const event: LiveOccurrences = { dataID: dataId, name }
    for (const watcher of watchers) {
      if (watcher.dataId === dataId) watcher.connection.send({ name: 'occurrences', data: JSON.stringify(event) })
    }
  })

  return {
    /** Returns the way to stop. */
    watch: (watcher: Watcher): (() => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: stop,
  }
}
