import type { DataId } from '@fieldwatch/contract/ids'
import type { LiveRequests } from '@fieldwatch/contract/live'
import type { Logger } from 'pino'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { SseConnection } from './sse-connection.ts'

interface Watcher {
  /** The unit that the stream is about. */
  readonly dataId: DataId
  readonly connection: SseConnection
}

const REST_MS = 5_000

/** Tells the streams of admins about a unit that requests to it are new, or in another state, or may be. */
export function createRequestFeed({ bus, log }: { readonly bus: Bus; readonly log: Logger }) {
  const watchers = new Set<Watcher>()
  const stops = [
    bus.subscribe('requests-changed', ({ dataId }) => {
      for (const watcher of watchers) if (watcher.dataId === dataId) tell(watcher)
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const watcher of watchers) tell(watcher)
    }),
  ]

  return {
    /** Returns the way to stop. */
    watch: (watcher: Watcher): (() => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: (): void => {
      for (const stop of stops) stop()
    },
  }

  function tell({ dataId, connection }: Watcher): void {
    const event: LiveRequests = { dataID: dataId }
    connection.send({ name: 'requests', data: JSON.stringify(event) })
  }
}
