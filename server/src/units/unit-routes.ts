import {
  createUnit as createUnitEndpoint,
  listRejectedMessages,
  listUnitNames,
  listUnits,
  rotateUnitToken as rotateUnitTokenEndpoint,
  setPausedData as setPausedDataEndpoint,
} from '@fieldwatch/contract/units'
import type { FastifyInstance } from 'fastify'
import { mayReach, requireAdmin } from '#access/access-policy.ts'
import type { Bus } from '#bus/bus.ts'
import type { Db } from '#database/database.ts'
import { DomainError } from '#errors/domain-error.ts'
import { addRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'
import type { Random } from '#random/random.ts'
import type { Clock } from '#time/clock.ts'
import { rotateUnitToken, setPausedData } from './change-unit-access.ts'
import { createUnit } from './create-unit.ts'
import { createUnitStore } from './unit-store.ts'

interface Dependencies {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
}

/** The devices service: units for people. */
export function registerUnitRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const units = createUnitStore(dependencies.db)

  addRoute(app, listUnits, async ({ query, caller }) => {
    if (query.dataID !== undefined) return success(await units.getDocument(query.dataID, caller.reach))
    return success(await units.listDocuments(caller.viewing, { reach: caller.reach }))
  })

  addRoute(app, listUnitNames, async ({ query, caller }) => {
    const { entity } = query
    if (entity !== undefined && !mayReach(caller, entity)) throw new DomainError('entity/not-found')
    return success(await units.listNames(entity === undefined ? caller.reach : [entity]))
  })

  addRoute(app, createUnitEndpoint, async ({ body, caller }) => success(await createUnit(dependencies, caller, body)))

  addRoute(app, rotateUnitTokenEndpoint, async ({ params, caller }) => {
    const token = await rotateUnitToken(dependencies, caller, params.dataID)
    return success({ dataID: params.dataID, token })
  })

  addRoute(app, setPausedDataEndpoint, async ({ body, caller }) =>
    success(await setPausedData(dependencies, caller, body.dataID, body.pausedData)),
  )

  addRoute(app, listRejectedMessages, async ({ params, query, caller }) => {
    requireAdmin(caller)
    await units.getDocument(params.dataID, caller.reach)
    return success(await units.listRejected(params.dataID, query.limit))
  })
}
