import { getEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'

/** What begins the key of every entity. */
export const ENTITY_KEY = ['entity'] as const

/** An entity in reach. */
export function entityQuery(api: Api, id: EntityId) {
  return detailsQuery(api, getEntity, { queryKey: [...ENTITY_KEY, id], params: { id } })
}
