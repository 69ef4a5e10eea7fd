import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { StoredSource } from './ingest-store.ts'
import type { KnownSource } from './record-group.ts'

/** Sources that are remembered between commits. */
const REMEMBERED = 100_000

export type KnownSources = ReturnType<typeof createKnownSources>

/** Keys and types of sources, so that a commit need not ask for them. It may be behind the database, never ahead of it. */
export function createKnownSources() {
  const sources = new Map<string, KnownSource>()
  return {
    find: (dataId: DataId, name: SourceName): KnownSource => {
      const id = `${dataId}/${name}`
      const known = sources.get(id)
      if (known !== undefined) return known
      if (sources.size >= REMEMBERED) sources.clear()
      const source: KnownSource = { id, dataId, name, key: undefined, types: new Map(), lastStandIn: 0, newestAt: 0 }
      sources.set(id, source)
      return source
    },

    learn: (source: KnownSource, stored: StoredSource): void => {
      source.key = stored.key
      source.types = stored.types
    },

    /** The next commit asks for it again. */
    forget: (source: KnownSource): void => {
      source.key = undefined
      source.types = new Map()
    },
  }
}
