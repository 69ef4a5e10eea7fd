import { getTemplate } from '@fieldwatch/contract/templates'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#database/database.ts'
import { addRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'
import { createTemplateStore } from './template-store.ts'

/** The template service. */
export function registerTemplateRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const templates = createTemplateStore(db)

  addRoute(app, getTemplate, async ({ params, caller }) =>
    success(await templates.getTemplate(params.id, caller.reach)),
  )
}
