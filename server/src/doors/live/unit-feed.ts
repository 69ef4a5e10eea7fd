import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { LiveOutdated, LiveRemoved } from '@fieldwatch/contract/telemetry/live'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { FleetReader } from '#fleet/units/fleet-reader.ts'
import type { Platform } from '#platform/floor.ts'
import { createRecentChanges } from './recent-changes.ts'
import type { SseConnection } from './sse-connection.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  fleet: Pick<FleetReader, 'readPages'>
  /** Milliseconds of a clock that only moves forward. */
  now: () => number
}

interface Watch {
  readonly person: UserId
  /** The units of these entities. */
  readonly entities: readonly EntityId[]
  readonly reach: readonly EntityId[]
  /** Only this unit of theirs. */
  readonly only: DataId | undefined
  readonly connection: SseConnection
  /** The unit is not there (any more). */
  readonly onGone: () => void
  /**
   * Says how many milliseconds ago the reader read these units, or undefined when that is of no use: it is sent what changed since. Left
   * out: it is sent all of them first.
   */
  readonly findAge?: (() => Promise<number | undefined>) | undefined
}

interface Watcher extends Watch {
  readonly changed: Set<DataId>
  /** The changed units that left an entity of the watch. */
  readonly left: Set<DataId>
  /** Whether the initial documents were sent: changes come after them. */
  begun: boolean
  /** Whether changes may have been missed, so that all documents have to be compared with what was sent. */
  isStale: boolean
  /** The digest of each document as it was last sent; undefined for a reader that read the units by itself. */
  readonly sent: Map<DataId, string> | undefined
}

interface Written {
  readonly dataId: DataId
  readonly json: string
  readonly digest: string
}

/** The least time between two sendings of a document. */
const PAUSE_MS = 500
/** The least time between two comparisons of everything. */
const REST_MS = 5_000
/** So many documents are sent to one watcher in a turn of the event loop. */
const MANY = 50
/** So much more than the age of a read is looked back: clocks are set, and databases fail over. */
const MARGIN_MS = 1_000

/**
 * Sends data documents of units as they change: the first at once, later ones in groups. Watchers with the same rights share one
 * read.
 */
export function createUnitFeed({ fleet, bus, log, now }: Dependencies) {
  const watchers = new Set<Watcher>()
  const life = new AbortController()
  const recent = createRecentChanges({ bus, now })
  let timer: NodeJS.Timeout | undefined
  const stops = [
    bus.subscribe('unit-changed', ({ dataId, left = [] }) => {
      for (const watcher of watchers) {
        if (watcher.only !== undefined && watcher.only !== dataId) continue
        noteChange(watcher, dataId, left)
      }
      if (timer === undefined && watchers.size > 0) flush()
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const watcher of watchers) {
        if (watcher.sent === undefined) pushOutdated(watcher)
        else watcher.isStale = true
      }
      if (timer === undefined && watchers.size > 0) flush()
    }),
  ]

  return {
    /** Sends the documents as they are now, or what changed since they were read, then each change. Returns the way to stop. */
    watch: async (watch: Watch): Promise<() => void> => {
      const sent = watch.findAge === undefined ? new Map<DataId, string>() : undefined
      const news = { changed: new Set<DataId>(), left: new Set<DataId>(), sent }
      const watcher: Watcher = { ...watch, ...news, begun: false, isStale: false }
      watchers.add(watcher)
      const end = (): boolean => watchers.delete(watcher)
      try {
        if (watch.findAge === undefined) await sendAll(watcher)
        else await carryOn(watcher, watch.findAge)
      } catch (error) {
        end()
        // A reader that leaves in the meantime is no failure.
        if (!watch.connection.closed) throw error
      }
      return end
    },
    close: () => {
      for (const stop of stops) stop()
      recent.close()
      clearTimeout(timer)
      life.abort()
    },
  }

  async function sendAll(watcher: Watcher): Promise<void> {
    const { entities, reach, person, only, connection } = watcher
    const asked = { entities, reach, person, signal: connection.gone }
    for await (const page of fleet.readPages(asked, writeAll, only === undefined ? undefined : [only])) {
      for (const document of page) sendDocument(watcher, document)
      // The next page is read when this one is on its way: a reader that takes nothing costs one page.
      await connection.ready()
      if (connection.closed) return
    }
    watcher.begun = true
  }

  /** The watcher gets what comes in the meantime itself; what came before is remembered. */
  async function carryOn(watcher: Watcher, findAge: NonNullable<Watch['findAge']>): Promise<void> {
    const askedAt = now()
    const age = await findAge()
    const changes = age === undefined || age < 0 ? undefined : recent.since(askedAt - age - MARGIN_MS)
    watcher.begun = true
    if (changes === undefined) pushOutdated(watcher)
    for (const [dataId, left] of changes ?? []) noteChange(watcher, dataId, left)
    if (timer === undefined && hasNews(watcher)) flush()
  }

  function flush(): void {
    timer = setTimeout(() => {
      timer = undefined
      if ([...watchers].some(hasNews)) flush()
    }, PAUSE_MS)
    timer.unref()
    for (const group of groupByRights([...watchers].filter(mayBeSent))) {
      sendChanges(group).catch((error: unknown) => {
        log.warn({ err: error }, 'pushing unit changes failed')
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
      isStale: watcher.isStale,
    }))
    for (const watcher of group) {
      watcher.changed.clear()
      watcher.left.clear()
      watcher.isStale = false
    }
    const readsAll = wanted.some(({ watcher, isStale }) => isStale && watcher.only === undefined)
    const dataIds = [
      ...new Set(
        wanted.flatMap((want) => [...want.dataIds, ...(want.watcher.only === undefined ? [] : [want.watcher.only])]),
      ),
    ]
    const { entities, reach, person } = first
    const asked = { entities, reach, person, signal: life.signal }
    const pages = await Array.fromAsync(fleet.readPages(asked, writeAll, readsAll ? undefined : dataIds))
    const written = pages.flat()
    const there = new Set(written.map(({ dataId }) => dataId))
    for (const { watcher, dataIds: changed, left, isStale } of wanted) {
      const { only, sent } = watcher
      if (written.length > MANY) await setImmediate()
      if (only !== undefined && !there.has(only)) watcher.onGone()
      for (const document of written) {
        const { dataId, digest } = document
        if (only !== undefined && only !== dataId) continue
        if (changed.has(dataId) || (isStale && sent?.get(dataId) !== digest)) sendDocument(watcher, document)
      }
      // Watchers of several units get nothing of units that they could never see.
      if (only !== undefined) continue
      const gone = isStale ? left.union(new Set(sent?.keys())) : left
      for (const dataId of gone.difference(there)) sendRemoval(watcher, dataId)
    }
  }
}

function noteChange(watcher: Watcher, dataId: DataId, left: readonly EntityId[]): void {
  watcher.changed.add(dataId)
  if (left.some((entity) => watcher.entities.includes(entity))) watcher.left.add(dataId)
}

function hasNews({ changed, isStale }: Watcher): boolean {
  return changed.size > 0 || isStale
}

function mayBeSent(watcher: Watcher): boolean {
  return watcher.begun && hasNews(watcher) && !watcher.connection.congested
}

function groupByRights(watchers: readonly Watcher[]): Watcher[][] {
  const groups = Map.groupBy(watchers, ({ entities, reach }) => JSON.stringify([entities, reach]))
  return [...groups.values()]
}

function writeAll(documents: readonly DataDocument[]): Written[] {
  return documents.map(write)
}

function write(document: DataDocument): Written {
  const json = JSON.stringify(document)
  return { dataId: document.dataID, json, digest: hash('md5', json, 'base64url') }
}

function sendDocument({ connection, sent }: Watcher, { dataId, json, digest }: Written): void {
  sent?.set(dataId, digest)
  connection.send({ name: 'modified', data: json })
}

function sendRemoval({ connection, sent }: Watcher, dataId: DataId): void {
  sent?.delete(dataId)
  const removed: LiveRemoved = { dataID: dataId }
  connection.send({ name: 'removed', data: JSON.stringify(removed) })
}

/** The reader reads the units again, from now on. */
function pushOutdated({ connection }: Watcher): void {
  const outdated: LiveOutdated = {}
  connection.send({ name: 'outdated', data: JSON.stringify(outdated) })
}
