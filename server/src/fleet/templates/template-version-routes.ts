import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplate as restoreEndpoint,
} from '@fieldwatch/contract/templates/template-versions'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { restoreTemplate } from './restore-template.ts'
import type { TemplateParts } from './template-parts.ts'
import { createTemplateStore } from './template-store.ts'
import { createTemplateVersionStore } from './template-version-store.ts'

/** What templates were before, and the way back. */
export function registerTemplateVersionRoutes(app: FastifyInstance, parts: TemplateParts): void {
  const templates = createTemplateStore(parts.db)
  const versions = createTemplateVersionStore(parts.db)

  addRoute(app, listTemplateVersions, async ({ params: { id }, caller }) => {
    await templates.getOwner(id, caller.reach)
    return success(await versions.list(id, caller.reach))
  })

  addRoute(app, getTemplateVersion, async ({ params: { id, version }, caller }) => {
    await templates.getOwner(id, caller.reach)
    return success(await versions.getDefinition(id, version))
  })

  addRoute(app, restoreEndpoint, async ({ params: { id }, body: { restore }, caller, seen }) =>
    success(await restoreTemplate(parts, caller, { id, restore, seen })),
  )
}
