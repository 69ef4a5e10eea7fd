import {
  createCalculation as createEndpoint,
  listCalculations as listEndpoint,
  removeCalculation as removeEndpoint,
  updateCalculation as updateEndpoint,
} from '@fieldwatch/contract/calculations/calculations'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { mayRead } from '#records/store/source-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createCalculationStore } from './calculation-store.ts'
import { type ChangeParts, createCalculation, removeCalculation, updateCalculation } from './change-calculations.ts'
import { describeCalculations } from './describe-calculations.ts'

/** The calculation service. All of it is for both roles, on units in reach. */
export function registerCalculationRoutes(app: FastifyInstance, parts: ChangeParts): void {
  const { db } = parts

  addRoute(app, createEndpoint, async ({ body: { dataID, ...draft }, caller }) =>
    success(await createCalculation(parts, caller, dataID, draft)),
  )

  addRoute(app, updateEndpoint, async ({ body: { dataID, version: _version, ...draft }, caller, seen }) =>
    success(await updateCalculation(parts, caller, { dataId: dataID, seen }, draft)),
  )

  addRoute(app, listEndpoint, async ({ query, caller }) => {
    await createUnitStore(db).getDocument(query.dataID, caller.reach)
    const calculations = await createCalculationStore(db).list(query.dataID)
    const readable = calculations.filter(({ values }) => mayRead(caller, ...values.map(({ source }) => source)))
    return success(describeCalculations(readable))
  })

  addRoute(app, removeEndpoint, async ({ body, caller }) => {
    await removeCalculation(parts, caller, { dataId: body.dataID, name: body.name })
    return done()
  })
}
