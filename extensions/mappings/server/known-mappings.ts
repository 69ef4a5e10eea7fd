import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { StoredMapping } from '../contract/mappings.ts'
import { LRUCache } from 'lru-cache'
import type { Bus } from '@fieldwatch/server/platform/bus/bus'

interface Parts {
  readonly list: (entity: EntityId) => Promise<StoredMapping[]>
  readonly bus: Bus
}

/** As consequences and events call them. */
export const MAPPINGS = 'message mapping'

const REMEMBERED = 1_000

export type KnownMappings = ReturnType<typeof createKnownMappings>

/** The mappings of entities, read again once any server has changed them. */
export function createKnownMappings({ list, bus }: Parts) {
  const known = new LRUCache<EntityId, readonly StoredMapping[]>({ max: REMEMBERED })
  /** Grows with each change: what was read in the meantime may be of before. */
  let changes = 0
  const stops = [
    bus.subscribe('things-changed', ({ kind, entity }) => {
      if (kind !== MAPPINGS) return
      changes += 1
      known.delete(entity)
    }),
    bus.subscribe('messages-missed', () => {
      changes += 1
      known.clear()
    }),
  ]
  return {
    of: async (entity: EntityId): Promise<readonly StoredMapping[]> => {
      const found = known.get(entity)
      if (found !== undefined) return found
      const before = changes
      const mappings = await list(entity)
      if (changes === before) known.set(entity, mappings)
      return mappings
    },
    close: (): void => {
      for (const stop of stops) stop()
    },
  }
}
