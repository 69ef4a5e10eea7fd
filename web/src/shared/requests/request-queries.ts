import {
  cancelAction,
  deleteAction,
  getAction,
  getActionOptions,
  getActionRequest,
  getConfiguration,
  listConfigurations,
  postAction,
  putAction,
} from '@fieldwatch/contract/actions/actions'
import type { ActionMethod } from '@fieldwatch/contract/actions/action-messages'
import type { ConfiguredClass } from '@fieldwatch/contract/actions/action-options'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { useQueryClient } from '@tanstack/react-query'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'
import { hasEnded } from './request-text.ts'

/** How often a request is looked at while it is under way: the stream sends what becomes of it, but may be away. */
const LOOK_MS = 1000

/** What can be asked of units. */
export function actionOptionsQuery(api: Api) {
  return detailsQuery(api, getActionOptions, {
    queryKey: ['action-options'],
    query: { version: '1' },
    staleTime: Infinity,
  })
}

/** One request with its payload and result. */
export function requestQuery(api: Api, actionId: number | undefined) {
  return detailsQuery(api, getActionRequest, {
    queryKey: ['request', actionId ?? 0],
    params: { action_id: actionId ?? 0 },
    enabled: actionId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && hasEnded(data) ? false : LOOK_MS),
  })
}

const FIRST_PAGE = { page: 1, pageSize: 10 }

interface OfUnit {
  dataId: DataId
  actionClass: ConfiguredClass
}

export function configurationsKey({ dataId, actionClass }: OfUnit) {
  return ['configurations', dataId, actionClass] as const
}

/** What a unit reported and what was asked for, with a page of the versions before. */
export function configurationsQuery(api: Api, of: OfUnit, page = FIRST_PAGE) {
  const query = { dataID: of.dataId, actionClass: of.actionClass, ...page }
  return detailsQuery(api, listConfigurations, {
    queryKey: [...configurationsKey(of), page.page, page.pageSize],
    query,
    staleTime: 0,
  })
}

/** One version of a configuration, which never changes. */
export function configurationQuery(api: Api, version: number | undefined) {
  return detailsQuery(api, getConfiguration, {
    queryKey: ['configuration', version ?? 0],
    params: { version: version ?? 0 },
    enabled: version !== undefined,
    staleTime: Infinity,
  })
}

/** What is asked of a unit. */
export interface Ask extends Pick<CallOf<typeof putAction>['body'], 'actionClass' | 'payload' | 'version'> {
  method: ActionMethod
  /** Left out: a day. */
  expiresInSeconds?: number
  /** A read that no person asked for: it is not in the activity. */
  automatic?: boolean
}

/** Sends a request to a unit. Returns its id. */
export async function sendRequest(api: Api, dataId: DataId, { method, automatic, ...asked }: Ask): Promise<number> {
  if (method !== 'GET') {
    const reply = await api.call(CHANGES[method], { body: { dataID: dataId, ...asked } })
    return reply.details.action_id
  }
  const { version: _version, payload, ...query } = asked
  const reply = await api.call(getAction, {
    query: { dataID: dataId, ...query, payload: textOf(payload), ...(automatic === true ? { automatic: 'true' } : {}) },
  })
  return reply.details.action_id
}

const CHANGES = { POST: postAction, PUT: putAction, DELETE: deleteAction } as const

/** A query carries texts only. */
function textOf(payload: Ask['payload']): string {
  return typeof payload === 'string' ? payload : JSON.stringify(payload)
}

/** Takes back a request that is not answered. */
export function useCancelRequest() {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    mutationFn: async (actionId: number) => (await api.call(cancelAction, { params: { action_id: actionId } })).details,
    onSuccess: async (request) => {
      client.setQueryData(requestQuery(api, request.action_id).queryKey, request)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['configurations', request.dataID] }),
        client.invalidateQueries({ queryKey: ['requests', request.dataID] }),
      ])
    },
  })
}
