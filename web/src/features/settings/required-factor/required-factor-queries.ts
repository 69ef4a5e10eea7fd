import { type Entity, listEntities, updateEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type EntityUser, listUsers } from '@fieldwatch/contract/people/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useApiAction } from '#platform/api/use-action.ts'
import { ENTITY_KEY, entityQuery } from '#shared/users/entity-queries.ts'
import { USERS_KEY } from '#shared/users/user-queries.ts'

/** Whether a second factor is required of the people of an entity, by it or by one above. */
export function useRequiresFactor(entity: EntityId): boolean {
  const { data } = useQuery(entityQuery(useApi(), entity))
  return data !== undefined && (data.secondFactorRequired || data.secondFactorRequiredBy !== null)
}

/** The people who may sign in of an entity and of those below it. */
export function peopleBelowQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...USERS_KEY, 'below', entity],
    queryFn: async ({ signal }): Promise<EntityUser[]> => {
      const [entities, users] = await Promise.all([
        api.call(listEntities, {}, { signal }),
        api.call(listUsers, { query: {} }, { signal }),
      ])
      const below = withEntitiesBelow(entities.details, entity)
      return users.details.users.filter(({ entity: of, status }) => below.has(of) && status === 'active')
    },
    staleTime: 0,
  })
}

/** Switches on or off that a second factor is required, based on the version that was seen. */
export function useRequireFactor({ entityID, version }: Pick<Entity, 'entityID' | 'version'>) {
  return useApiAction(
    async (api, required: boolean) => {
      const body = { entityID, secondFactorRequired: String(required), version }
      return (await api.call(updateEntity, { body })).details
    },
    // It counts for the entities below too.
    { once: true, rereads: [ENTITY_KEY] },
  )
}

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
