import type { Entity } from '@fieldwatch/contract/entities'
import type { EntityId } from '@fieldwatch/contract/ids'

/** An entity and all those below it. */
export function withEntitiesBelow(
  entities: readonly Pick<Entity, 'entityID' | 'subEntities'>[],
  top: EntityId,
): ReadonlySet<EntityId> {
  const below = new Map(entities.map(({ entityID, subEntities }) => [entityID, subEntities]))
  const found = new Set<EntityId>()
  const waiting = [top]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(below.get(next) ?? []))
  }
  return found
}
