import type { EntityId } from '@fieldwatch/contract/ids'
import type { LiveLabels } from '@fieldwatch/contract/live'
import type { Logger } from 'pino'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { SseConnection } from './sse-connection.ts'

interface Watcher {
  readonly reach: readonly EntityId[]
  readonly connection: SseConnection
}

const REST_MS = 5_000
/** The least time between two tellings, so that one person who changes labels does not make everybody read them all the time. */
const PAUSE_MS = 500

/** Tells streams that labels in reach changed: whoever hears of it reads them anew. */
export function createLabelFeed({ bus, log }: { bus: Bus; log: Logger }) {
  const watchers = new Set<Watcher>()
  const changed = new Set<EntityId>()
  let timer: NodeJS.Timeout | undefined
  const stops = [
    bus.subscribe('labels-changed', ({ entity }) => {
      if (watchers.size === 0) return
      changed.add(entity)
      if (timer === undefined) flush()
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const { connection } of watchers) tell(connection)
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
      clearTimeout(timer)
    },
  }

  function flush(): void {
    for (const { reach, connection } of watchers) if (reach.some((entity) => changed.has(entity))) tell(connection)
    changed.clear()
    timer = setTimeout(() => {
      timer = undefined
      if (changed.size > 0) flush()
    }, PAUSE_MS).unref()
  }
}

function tell(connection: SseConnection): void {
  const event: LiveLabels = {}
  connection.send({ name: 'labels', data: JSON.stringify(event) })
}
