import { entitiesAskedFor } from '#people/access/access-policy.ts'
import {
  createLabel as createEndpoint,
  labelUnits as labelUnitsEndpoint,
  listLabels,
  removeLabel as removeEndpoint,
  updateLabel as updateEndpoint,
} from '@fieldwatch/contract/units/labels'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { createLabel, type LabelParts, removeLabel, updateLabel } from './change-labels.ts'
import { createLabelStore } from './label-store.ts'
import { labelUnits } from './label-units.ts'

/** The labels of entities, and which units have them. */
export function registerLabelRoutes(app: FastifyInstance, parts: LabelParts): void {
  addRoute(app, listLabels, async ({ query: { entity }, caller }) => {
    return success(await createLabelStore(parts.db).list(entitiesAskedFor(caller, entity), caller.reach))
  })

  addRoute(app, createEndpoint, async ({ body, caller }) => success(await createLabel(parts, caller, body)))

  addRoute(app, updateEndpoint, async ({ body, caller, seen }) =>
    success(await updateLabel(parts, caller, { ...body, seen })),
  )

  addRoute(app, removeEndpoint, async ({ body, caller }) =>
    success({ units: await removeLabel(parts, caller, body.labelID) }),
  )

  addRoute(app, labelUnitsEndpoint, async ({ body: { dataIDs, add, remove }, caller }) => {
    const changed = await labelUnits(parts, caller, { dataIds: dataIDs, add, remove })
    return success({ changed: changed.length })
  })
}
