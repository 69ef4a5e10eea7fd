import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  createNetworkServer,
  listNetworkServers,
  removeNetworkServer,
  updateNetworkServer,
} from '../contract/network-servers.ts'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { detailsQuery } from '@fieldwatch/web/platform/api/details-query.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'

const NETWORK_SERVERS_KEY = ['network-servers'] as const
/** The state of a network server changes by itself. */
const REFRESH_MS = 15_000

export function networkServersQuery(api: Api, entity: EntityId) {
  return detailsQuery(api, listNetworkServers, {
    queryKey: [...NETWORK_SERVERS_KEY, entity],
    query: { entity },
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
}

const CHANGE = { rereads: [NETWORK_SERVERS_KEY] }

export const useCreateNetworkServer = () => useCall(createNetworkServer, { ...CHANGE, once: true })
export const useUpdateNetworkServer = () => useCall(updateNetworkServer, CHANGE)
export const useRemoveNetworkServer = () => useCall(removeNetworkServer, CHANGE)
