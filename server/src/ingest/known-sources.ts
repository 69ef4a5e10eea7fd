import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { StoredSource } from './ingest-store.ts'
import type { KnownSource } from './record-group.ts'

/** Sources that are remembered between commits. */
const REMEMBERED = 100_000

export type KnownSources = ReturnType<typeof createKnownSources>

/** Keys and types of sources, so that a commit need not ask for them. It may be behind the database, never ahead of it. */
export function createKnownSources() {
  const units = new Map<DataId, Map<SourceName, KnownSource>>()
  let count = 0
  return {
    find: (dataId: DataId, name: SourceName): KnownSource => {
      const known = units.get(dataId)?.get(name)
      if (known !== undefined) return known
      if (count >= REMEMBERED) {
        units.clear()
        count = 0
      }
      const id = `${dataId}/${name}`
      const source: KnownSource = { id, dataId, name, key: undefined, types: new Map(), lastStandIn: 0, newestAt: 0 }
      const unit = units.get(dataId) ?? new Map<SourceName, KnownSource>()
      units.set(dataId, unit.set(name, source))
      count += 1
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
