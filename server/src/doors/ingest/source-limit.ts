import { say } from '@fieldwatch/messages/server-sentences'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Reason } from './decode-message.ts'

interface Dependencies {
  /** The names of the sources that a unit has. */
  listSources: (dataId: DataId) => Promise<Iterable<string>>
  /** Whether the database is known to have a source. */
  isStored: (dataId: DataId, name: string) => boolean
  clock: Clock
  /** Sources of a unit. */
  most: number
}

interface Sources {
  readonly names: Set<string>
  readonly readAt: number
}

/** The most units whose sources are cached; only units that sent a new source are. */
const REMEMBERED_UNITS = 500
/** How long a full list is trusted, as sources may be removed in the meantime. */
const FRESH_MS = 5_000

export type SourceLimit = ReturnType<typeof createSourceLimit>

/** Bounds how many sources a unit has. The database is asked only about sources that are new to this server. */
export function createSourceLimit({ listSources, isStored, clock, most }: Dependencies) {
  const units = new LRUCache<DataId, Sources>({
    max: REMEMBERED_UNITS,
    // More units than that may ask at once, as after a start: what is dropped while it is read is answered all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (dataId) => ({ names: new Set(await listSources(dataId)), readAt: clock() }),
  })
  return {
    /** The sources that exceed the limit of the unit. While the database is away none does. */
    refusedOf: async (dataId: DataId, names: Iterable<string>): Promise<ReadonlySet<string>> => {
      const unknown = new Set([...names].filter((name) => !isStored(dataId, name)))
      if (unknown.size === 0) return unknown
      try {
        return await refusedOf(dataId, unknown)
      } catch (error) {
        if (isDatabaseAway(error)) return new Set()
        throw error
      }
    },

    reason: {
      code: 'record/too-many-sources',
      message: say('answers.ingest.sources-most', { count: most }),
    } satisfies Reason,
  }

  async function refusedOf(dataId: DataId, asked: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const known = await units.forceFetch(dataId)
    const refused = take(known, asked)
    if (refused.size === 0 || Math.abs(clock() - known.readAt) < FRESH_MS) return refused
    return take(await units.forceFetch(dataId, { forceRefresh: true }), refused)
  }

  function take({ names }: Sources, asked: ReadonlySet<string>): Set<string> {
    const refused = new Set<string>()
    for (const name of asked) {
      if (names.has(name)) continue
      if (names.size < most) names.add(name)
      else refused.add(name)
    }
    return refused
  }
}
