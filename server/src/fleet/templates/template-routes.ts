import { getTemplate, listTemplates, putTemplate, removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import { TEMPLATE_BODY_MAX } from '@fieldwatch/contract/templates/template-limits'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { changeTemplate } from './change-template.ts'
import { returnToShared } from './return-to-shared.ts'
import { createTemplateStore } from './template-store.ts'

interface Dependencies {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
}

/** The template service. */
export function registerTemplateRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const templates = createTemplateStore(dependencies.db)

  addRoute(app, listTemplates, async ({ caller }) => success(await templates.listShared(caller.reach)))

  addRoute(app, getTemplate, async ({ params, caller }) => success(await templates.getTemplate(params.id, caller)))

  addRoute(
    app,
    putTemplate,
    async ({ body, caller, seen }) =>
      success(await changeTemplate(dependencies, { caller, change: { ...body, version: seen } })),
    { bodyLimit: TEMPLATE_BODY_MAX },
  )

  addRoute(app, removeOwnTemplate, async ({ body, caller, seen }) =>
    success(await returnToShared(dependencies, { caller, ...body, version: seen })),
  )
}
