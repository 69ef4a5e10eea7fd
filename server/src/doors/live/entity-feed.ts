import type { EntityId } from '@fieldwatch/contract/api/ids'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Platform } from '#platform/floor.ts'
import type { SseConnection } from './sse-connection.ts'

type Dependencies = Pick<Platform, 'bus' | 'log'>

interface News {
  /** The event that a stream gets. */
  readonly name: 'incidents' | 'labels' | 'places' | 'templates'
  /** Calls `tell` with entities of which something changed, and returns the ways to stop. */
  readonly follow: (notify: (entities: readonly EntityId[]) => void) => readonly (() => void)[]
}

interface Watcher {
  readonly reach: readonly EntityId[]
  readonly connection: SseConnection
}

const REST_MS = 5_000
/** The least time between two tellings, so that one person who changes things does not make everybody read them all the time. */
const PAUSE_MS = 500

/** Notifies streams that something of an entity in reach changed: pages then read it again. */
export function createEntityFeed({ bus, log }: Dependencies, { name, follow }: News) {
  const watchers = new Set<Watcher>()
  const changed = new Set<EntityId>()
  let timer: NodeJS.Timeout | undefined
  const stops = [
    ...follow((entities) => {
      if (watchers.size === 0) return
      for (const entity of entities) changed.add(entity)
      if (timer === undefined) flush()
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const { connection } of watchers) send(connection)
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
    for (const { reach, connection } of watchers) if (reach.some((entity) => changed.has(entity))) send(connection)
    changed.clear()
    timer = setTimeout(() => {
      timer = undefined
      if (changed.size > 0) flush()
    }, PAUSE_MS).unref()
  }

  function send(connection: SseConnection): void {
    connection.send({ name, data: '{}' })
  }
}
