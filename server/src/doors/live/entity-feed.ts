import type { EntityId } from '@fieldwatch/contract/api/ids'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Platform } from '#platform/floor.ts'
import { createNewsFeed, type NewsFeed, REST_MS } from './news-feed.ts'
import type { SseConnection } from './sse-connection.ts'

type Dependencies = Pick<Platform, 'bus' | 'log'>

interface News {
  /** The event that a stream gets. */
  readonly name: 'incidents' | 'labels' | 'places' | 'templates'
  /** Calls `tell` with entities of which something changed, and returns the ways to stop. */
  readonly follow: (notify: (entities: readonly EntityId[]) => void) => readonly (() => void)[]
}

export interface EntityWatcher {
  readonly reach: readonly EntityId[]
  readonly connection: SseConnection
}

/** The least time between two tellings, so that one person who changes things does not make everybody read them all the time. */
const PAUSE_MS = 500

/** Notifies streams that something of an entity in reach changed: pages then read it again. */
export function createEntityFeed({ bus, log }: Dependencies, { name, follow }: News): NewsFeed<EntityWatcher> {
  return createNewsFeed((watchers) => {
    const changed = new Set<EntityId>()
    let timer: NodeJS.Timeout | undefined
    return [
      ...follow((entities) => {
        if (watchers.size === 0) return
        for (const entity of entities) changed.add(entity)
        if (timer === undefined) flush()
      }),
      afterMisses({ bus, log, pauseMs: REST_MS }, () => {
        for (const { connection } of watchers) send(connection)
      }),
      () => clearTimeout(timer),
    ]

    function flush(): void {
      for (const { reach, connection } of watchers) if (reach.some((entity) => changed.has(entity))) send(connection)
      changed.clear()
      timer = setTimeout(() => {
        timer = undefined
        if (changed.size > 0) flush()
      }, PAUSE_MS).unref()
    }
  })

  function send(connection: SseConnection): void {
    connection.send({ name, data: '{}' })
  }
}
