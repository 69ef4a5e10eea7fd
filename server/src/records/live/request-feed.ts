import type { DataId } from '@fieldwatch/contract/ids'
import type { LiveRequests } from '@fieldwatch/contract/live'
import type { Bus } from '#platform/bus/bus.ts'
import type { SseConnection } from './sse-connection.ts'

interface Watcher {
  /** The unit that the stream is about. */
  readonly dataId: DataId
  readonly connection: SseConnection
}

/** Tells the streams of admins about a unit that requests to it are new, or in another state. */
export function createRequestFeed(bus: Bus) {
  const watchers = new Set<Watcher>()
  const stop = bus.subscribe('requests-changed', ({ dataId }) => {
    const event: LiveRequests = { dataID: dataId }
    for (const watcher of watchers) {
      if (watcher.dataId === dataId) watcher.connection.send({ name: 'requests', data: JSON.stringify(event) })
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
