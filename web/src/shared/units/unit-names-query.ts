import type { EntityId } from '@fieldwatch/contract/api/ids'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** Id, name and state of the units of an entity, by name; without one of all in reach. */
export function unitNamesQuery(api: Api, entity?: EntityId) {
  return queryOptions({
    queryKey: ['unit-names', entity ?? 'all'] as const,
    queryFn: async ({ signal }) => (await api.call(listUnitNames, { query: { entity } }, { signal })).details,
  })
}
