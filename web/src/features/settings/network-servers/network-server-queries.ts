import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  createNetworkServer,
  listNetworkServers,
  type NetworkServerId,
  removeNetworkServer,
  updateNetworkServer,
} from '@fieldwatch/contract/lorawan/network-servers'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'

const NETWORK_SERVERS_KEY = ['network-servers'] as const
/** The state of a network server changes by itself. */
const REFRESH_MS = 15_000

export function networkServersQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...NETWORK_SERVERS_KEY, entity] as const,
    queryFn: async ({ signal }) => (await api.call(listNetworkServers, { query: { entity } }, { signal })).details,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
}

export function useCreateNetworkServer() {
  return useNetworkServerAction(
    async (api, body: CallOf<typeof createNetworkServer>['body']) =>
      (await api.call(createNetworkServer, { body })).details,
    { once: true },
  )
}

export function useUpdateNetworkServer() {
  return useNetworkServerAction(
    async (api, body: CallOf<typeof updateNetworkServer>['body']) =>
      (await api.call(updateNetworkServer, { body })).details,
  )
}

export function useRemoveNetworkServer() {
  return useNetworkServerAction((api, networkServerID: NetworkServerId) =>
    api.call(removeNetworkServer, { body: { networkServerID } }),
  )
}

/** An action after which the network servers are read again, also where it failed because someone else was quicker. */
function useNetworkServerAction<Given, Reply>(run: (api: Api, given: Given) => Promise<Reply>, { once = false } = {}) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn: (given: Given) => run(api, given),
    onSettled: () => client.invalidateQueries({ queryKey: NETWORK_SERVERS_KEY }),
  })
}
