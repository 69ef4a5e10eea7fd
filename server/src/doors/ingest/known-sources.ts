import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { LRUCache } from 'lru-cache'
import type { StoredSource } from './ingest-store.ts'
import type { KnownSource } from './record-group.ts'

/** The most sources that are cached; the least recently used are dropped first. */
const REMEMBERED = 100_000

export type KnownSources = ReturnType<typeof createKnownSources>

/**
 * Caches keys and types of sources, so that most commits need not ask the database. An entry may be older than the database,
 * never newer.
 */
export function createKnownSources() {
  const sources = new LRUCache<string, KnownSource>({ max: REMEMBERED })
  return {
    find: (dataId: DataId, name: SourceName): KnownSource => {
      const id = idOf(dataId, name)
      const known = sources.get(id)
      if (known !== undefined) return known
      const source: KnownSource = {
        id,
        dataId,
        name,
        key: undefined,
        types: new Map(),
        lastStandInTime: 0,
        newestAt: 0,
      }
      sources.set(id, source)
      return source
    },

    /** Whether the source is known to be in the database. */
    isStored: (dataId: DataId, name: string): boolean => sources.peek(idOf(dataId, name))?.key !== undefined,

    learn: (source: KnownSource, stored: StoredSource): void => {
      source.key = stored.key
      source.types = stored.types
      source.lastStandInTime = Math.max(source.lastStandInTime, stored.standInUntil)
    },

    /** Makes the next commit ask the database again. */
    forget: (source: KnownSource): void => {
      source.key = undefined
      source.types = new Map()
    },
  }
}

function idOf(dataId: DataId, name: string): string {
  return `${dataId}/${name}`
}
