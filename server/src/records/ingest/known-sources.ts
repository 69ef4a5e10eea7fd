import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import { LRUCache } from 'lru-cache'
import type { StoredSource } from './ingest-store.ts'
import type { KnownSource } from './record-group.ts'

/** Sources that are remembered between commits; those that nothing came for the longest are forgotten first. */
const REMEMBERED = 100_000

export type KnownSources = ReturnType<typeof createKnownSources>

/** Keys and types of sources, so that a commit need not ask for them. It may be behind the database, never ahead of it. */
export function createKnownSources() {
  const sources = new LRUCache<string, KnownSource>({ max: REMEMBERED })
  return {
    find: (dataId: DataId, name: SourceName): KnownSource => {
      const id = idOf(dataId, name)
      const known = sources.get(id)
      if (known !== undefined) return known
      const source: KnownSource = { id, dataId, name, key: undefined, types: new Map(), lastStandInTime: 0, newestAt: 0 }
      sources.set(id, source)
      return source
    },

    /** Whether the database has the source, as far as is known here. */
    isStored: (dataId: DataId, name: string): boolean => sources.peek(idOf(dataId, name))?.key !== undefined,

    learn: (source: KnownSource, stored: StoredSource): void => {
      source.key = stored.key
      source.types = stored.types
      source.lastStandInTime = Math.max(source.lastStandInTime, stored.standInUntil)
    },

    /** The next commit asks for it again. */
    forget: (source: KnownSource): void => {
      source.key = undefined
      source.types = new Map()
    },
  }
}

function idOf(dataId: DataId, name: string): string {
  return `${dataId}/${name}`
}
