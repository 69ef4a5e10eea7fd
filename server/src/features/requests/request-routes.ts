import { ACTION_OPTIONS } from '@fieldwatch/contract/actions/action-options'
import { type ActionMethod, pollActions } from '@fieldwatch/contract/actions/action-messages'
import {
  cancelAction,
  deleteAction,
  getAction,
  getActionOptions,
  getActionRequest,
  getConfiguration,
  listActionRequests,
  listConfigurations,
  postAction,
  putAction,
} from '@fieldwatch/contract/actions/actions'
import type { FastifyInstance } from 'fastify'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, type Call } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { success } from '#platform/http/envelope.ts'
import { covers } from './configuration.ts'
import { createConfigurationStore } from './configuration-store.ts'
import { describeConfiguration, describeRequest, describeVersion, describeWanted } from './describe-request.ts'
import { cancelRequest, getFollowed } from './end-request.ts'
import { createRequestListStore } from './request-list-store.ts'
import { requireMayAsk, requireMaySend } from './request-policy.ts'
import { isOpen } from './request-store.ts'
import { type Ask, type RequestParts, sendRequest } from './send-request.ts'
import { untilGone } from '#platform/http/until-gone.ts'
import type { IdentifyUnit } from '#doors/ingest/identify-unit.ts'
import type { UnitPolls } from './unit-poll.ts'

/** The action service: requests to units, their state, and the configurations that units reported. */
export function registerRequestRoutes(app: FastifyInstance, parts: RequestParts): void {
  const { db } = parts
  const units = createUnitStore(db)
  const list = createRequestListStore(db)
  const configurations = createConfigurationStore(db)

  addRoute(app, getActionOptions, async () => success({ ...ACTION_OPTIONS }))

  addRoute(app, getAction, ({ query: { automatic, ...asked }, caller, seen }) =>
    send(caller, { ...asked, method: 'GET', seen, isAutomatic: automatic === 'true' }),
  )
  addRoute(app, postAction, (call) => sendBody(call, 'POST'))
  addRoute(app, putAction, (call) => sendBody(call, 'PUT'))
  addRoute(app, deleteAction, (call) => sendBody(call, 'DELETE'))

  addRoute(app, listActionRequests, async ({ query, caller }) => {
    const { dataID: dataId, actionClass, state, page, pageSize } = query
    requireAdmin(caller)
    requireMayAsk(caller, await getUnit(caller, dataId))
    const offset = (page - 1) * pageSize
    const found = await list.list({ dataId, actionClass, state }, { offset, limit: pageSize }, caller.reach)
    const { total } = found
    const requests = found.requests.map((one) => describeRequest(one, { whole: false }))
    return success({ requests, pagination: { page, pageSize, total, hasNext: offset + requests.length < total } })
  })

  addRoute(app, getActionRequest, async ({ params, caller }) => {
    await getFollowed(parts, caller, params.action_id)
    return success(await getDescribed(caller, params.action_id))
  })

  addRoute(app, cancelAction, async ({ params, caller }) => {
    await cancelRequest(parts, caller, params.action_id)
    return success(await getDescribed(caller, params.action_id))
  })

  addRoute(app, listConfigurations, async ({ query, caller }) => {
    const { dataID: dataId, actionClass, page, pageSize } = query
    await getUnit(caller, dataId)
    const which = { dataId, actionClass }
    const offset = (page - 1) * pageSize
    const [last, asked, { total, versions }] = await Promise.all([
      configurations.findLast(which, caller.reach),
      configurations.findWanted(which, caller.reach),
      configurations.list(which, { offset, limit: pageSize }, caller.reach),
    ])
    const wanted = asked && describeWanted(asked)
    return success({
      reported: last === undefined ? null : describeConfiguration(last),
      wanted: wanted ?? null,
      differs:
        last !== undefined &&
        wanted !== undefined &&
        !isOpen(wanted) &&
        !covers(last.configuration, wanted.configuration),
      versions: versions.map(describeVersion),
      pagination: { page, pageSize, total, hasNext: offset + versions.length < total },
    })
  })

  addRoute(app, getConfiguration, async ({ params, caller }) => {
    const found = await configurations.find(params.version, caller.reach)
    const inReach = found && (await units.listInReach([found.dataId], caller.reach))
    if (found === undefined || inReach?.has(found.dataId) !== true)
      throw new DomainError('action/configuration-not-found')
    return success(describeConfiguration(found))
  })

  function getUnit(caller: Caller, dataId: Ask['dataID']) {
    return units.getDocument(dataId, caller.reach)
  }

  async function getDescribed(caller: Caller, id: number) {
    const found = await list.find(id, caller.reach)
    if (found === undefined) throw new DomainError('action/not-found')
    return describeRequest(found, { whole: true })
  }

  function sendBody({ body, caller, seen }: Call<typeof postAction>, method: ActionMethod) {
    const { version: _version, ...asked } = body
    return send(caller, { ...asked, method, seen })
  }

  async function send(caller: Caller, ask: Ask) {
    requireMaySend(caller, ask)
    return success({ action_id: await sendRequest(parts, caller, ask) })
  }
}

interface Parts {
  readonly identifyUnit: IdentifyUnit
  readonly polls: UnitPolls
}

/** Units ask for their requests by HTTP, and wait for the answer. */
export function registerUnitPollRoutes(app: FastifyInstance, { identifyUnit, polls }: Parts): void {
  app.addHook('preClose', async () => polls.close())

  addRoute(app, pollActions, async ({ params, query, request, reply }) => {
    const unit = await identifyUnit(request, params.dataID)
    const { wait: waitSeconds, after } = query
    void reply.header('cache-control', 'no-store')
    const requests = await polls.poll({ dataId: unit.dataId, waitSeconds, after, signal: untilGone(reply) })
    return success({ requests })
  })
}
