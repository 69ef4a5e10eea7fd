import { pollActions } from '@fieldwatch/contract/action-messages'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { untilGone } from '#platform/http/until-gone.ts'
import type { UnitAuthenticator } from '#records/ingest/unit-authenticator.ts'
import type { UnitPolls } from './unit-poll.ts'

interface Parts {
  readonly unitAuthenticator: UnitAuthenticator
  readonly polls: UnitPolls
}

const BEARER = /^Bearer +(\S+)$/i

/** Units ask for their requests by HTTP, and wait for the answer. */
export function registerUnitPollRoutes(app: FastifyInstance, { unitAuthenticator, polls }: Parts): void {
  app.addHook('preClose', async () => polls.close())

  addRoute(app, pollActions, async ({ params, query, request, reply }) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const unit = await unitAuthenticator.verify(params.dataID, token)
    if (unit === undefined) throw new DomainError('unit/invalid-token')
    const { wait: waitSeconds, after } = query
    void reply.header('cache-control', 'no-store')
    const requests = await polls.poll({ dataId: unit.dataId, waitSeconds, after, signal: untilGone(reply) })
    return success({ requests })
  })
}
