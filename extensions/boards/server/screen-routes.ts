import type { Visit } from '@fieldwatch/server/doors/visitors/visit'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { success } from '@fieldwatch/server/platform/http/envelope'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listBoardAlerts } from '../contract/boards.ts'
import type { BoardVisit } from './judge-board.ts'
import { listTriggered } from './triggered-store.ts'

/** What screens read besides what visitors of links do. Those may ask too, and have no alerts. */
export function registerScreenRoutes(
  app: FastifyInstance,
  reads: Db,
  visitOf: (request: FastifyRequest) => Visit & Partial<BoardVisit>,
): void {
  addRoute(app, listBoardAlerts, async ({ request }) => {
    const { actor, alertsOf = [] } = visitOf(request)
    if (alertsOf.length === 0) throw new DomainError('data/not-found')
    return success(await listTriggered(reads, { entities: alertsOf, reader: actor }))
  })
}
