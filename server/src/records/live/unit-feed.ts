import type { DataId, EntityId } from '@fieldwatch/contract/ids'
import type { LiveRemoved } from '@fieldwatch/contract/live'
import type { DataDocument } from '@fieldwatch/contract/units'
import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { Places } from '#fleet/places/places.ts'
import type { UnitStore } from '#fleet/units/unit-store.ts'
import type { SseConnection } from './sse-connection.ts'

interface Dependencies {
  units: Pick<UnitStore, 'listDocuments'>
  places: Pick<Places, 'addNearest'>
  bus: Bus
  log: Logger
}

interface Watch {
  /** The units of these entities. */
  readonly entities: readonly EntityId[]
  readonly reach: readonly EntityId[]
  /** Only this unit of theirs. */
  readonly only: DataId | undefined
  readonly connection: SseConnection
  /** The unit is not there (any more). */
  readonly onGone: () => void
}

interface Watcher extends Watch {
  readonly changed: Set<DataId>
  /** The changed units that left an entity of the watch. */
  readonly left: Set<DataId>
  /** Whether the initial documents were sent: changes come after them. */
  begun: boolean
}

/** The least time between two sendings of a document. */
const PAUSE_MS = 500

/**
 * Sends data documents of units as they change: the first at once, later ones in groups. Watchers with the same rights share one
 * read.
 */
export function createUnitFeed({ units, places, bus, log }: Dependencies) {
  const watchers = new Set<Watcher>()
  let timer: NodeJS.Timeout | undefined
  const stop = bus.subscribe('unit-changed', ({ dataId, left = [] }) => {
    for (const watcher of watchers) {
      if (watcher.only !== undefined && watcher.only !== dataId) continue
      watcher.changed.add(dataId)
      if (left.some((entity) => watcher.entities.includes(entity))) watcher.left.add(dataId)
    }
    if (timer === undefined && watchers.size > 0) flush()
  })

  return {
    /** Sends the documents as they are now, then each change. Returns the way to stop. */
    watch: async (watch: Watch): Promise<() => void> => {
      const watcher: Watcher = { ...watch, changed: new Set(), left: new Set(), begun: false }
      watchers.add(watcher)
      const end = (): boolean => watchers.delete(watcher)
      try {
        const documents = await units.listDocuments(watch.entities, {
          reach: watch.reach,
          ...(watch.only === undefined ? {} : { dataIds: [watch.only] }),
        })
        for (const document of await places.addNearest(documents)) {
          await watch.connection.ready()
          sendDocument(watch.connection, document)
        }
        watcher.begun = true
      } catch (error) {
        end()
        throw error
      }
      return end
    },
    close: () => {
      stop()
      clearTimeout(timer)
    },
  }

  function flush(): void {
    timer = setTimeout(() => {
      timer = undefined
      if ([...watchers].some(({ changed }) => changed.size > 0)) flush()
    }, PAUSE_MS)
    timer.unref()
    for (const group of groupByRights([...watchers].filter(mayBeSent))) {
      sendChanges(group).catch((error: unknown) => {
        log.warn({ err: error }, 'changes of units were not sent')
        for (const { connection } of group) connection.close()
      })
    }
  }

  async function sendChanges(group: readonly Watcher[]): Promise<void> {
    const [first] = group
    if (first === undefined) return
    const wanted = group.map((watcher) => ({
      watcher,
      dataIds: new Set(watcher.changed),
      left: new Set(watcher.left),
    }))
    for (const { changed, left } of group) {
      changed.clear()
      left.clear()
    }
    const dataIds = [...new Set(wanted.flatMap((want) => [...want.dataIds]))]
    const documents = await places.addNearest(
      await units.listDocuments(first.entities, { dataIds, reach: first.reach }),
    )
    const there = new Set(documents.map(({ dataID }) => dataID))
    for (const { watcher, dataIds: changed, left } of wanted) {
      const own = documents.filter(({ dataID }) => changed.has(dataID))
      for (const document of own) sendDocument(watcher.connection, document)
      if (watcher.only !== undefined && own.length === 0) watcher.onGone()
      // Watchers of several units are not told of units that they could never see.
      if (watcher.only === undefined)
        for (const dataId of left.difference(there)) sendRemoval(watcher.connection, dataId)
    }
  }
}

function mayBeSent({ changed, begun, connection }: Watcher): boolean {
  return begun && changed.size > 0 && !connection.congested
}

function groupByRights(watchers: readonly Watcher[]): Watcher[][] {
  const groups = Map.groupBy(watchers, ({ entities, reach }) => JSON.stringify([entities, reach]))
  return [...groups.values()]
}

function sendDocument(connection: SseConnection, document: DataDocument): void {
  connection.send({ name: 'modified', data: JSON.stringify(document) })
}

function sendRemoval(connection: SseConnection, dataId: DataId): void {
  const removed: LiveRemoved = { dataID: dataId }
  connection.send({ name: 'removed', data: JSON.stringify(removed) })
}
