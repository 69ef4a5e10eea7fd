import { getEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** What begins the key of every entity. */
export const ENTITY_KEY = ['entity'] as const

/** An entity in reach. */
export function entityQuery(api: Api, id: EntityId) {
  return queryOptions({
    queryKey: [...ENTITY_KEY, id],
    queryFn: async ({ signal }) => (await api.call(getEntity, { params: { id } }, { signal })).details,
  })
}
