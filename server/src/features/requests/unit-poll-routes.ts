import { pollActions } from '@fieldwatch/contract/actions/action-messages'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { untilGone } from '#platform/http/until-gone.ts'
import type { IdentifyUnit } from '#doors/ingest/identify-unit.ts'
import type { UnitPolls } from './unit-poll.ts'

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
