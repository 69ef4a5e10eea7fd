import type { EntityId } from '@fieldwatch/contract/api/ids'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'

/** Id, name and state of the units of an entity, by name; without one of all in reach. */
export function unitNamesQuery(api: Api, entity?: EntityId) {
  return detailsQuery(api, listUnitNames, { queryKey: ['unit-names', entity ?? 'all'], query: { entity } })
}
