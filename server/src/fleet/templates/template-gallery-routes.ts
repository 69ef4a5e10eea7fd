import { entitiesAskedFor } from '#people/access/access-policy.ts'
import {
  createTemplate as createEndpoint,
  deleteTemplate as deleteEndpoint,
  importTemplate as importEndpoint,
  listTemplateGallery,
  listTemplateUnits,
  renameTemplate as renameEndpoint,
} from '@fieldwatch/contract/templates/template-gallery'
import { TEMPLATE_BODY_MAX } from '@fieldwatch/contract/templates/template-limits'
import { listTemplateIcons } from '@fieldwatch/contract/templates/templates'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { createTemplate, importTemplate } from './add-template.ts'
import { removeTemplate } from './remove-template.ts'
import { renameTemplate } from './rename-template.ts'
import { createTemplateGalleryStore } from './template-gallery-store.ts'
import type { TemplateParts } from './template-parts.ts'
import { createTemplateStore } from './template-store.ts'

/** All shared templates in reach, and what is done with them as a whole. */
export function registerTemplateGalleryRoutes(app: FastifyInstance, parts: TemplateParts): void {
  const gallery = createTemplateGalleryStore(parts.db)

  addRoute(app, listTemplateGallery, async ({ query: { entity, search }, caller }) =>
    success(await gallery.list({ entities: entitiesAskedFor(caller, entity), search }, caller)),
  )

  addRoute(app, listTemplateIcons, async ({ caller }) => success(await gallery.listIcons(caller.reach)))

  addRoute(app, listTemplateUnits, async ({ params: { id }, caller }) => {
    await createTemplateStore(parts.db).getOwner(id, caller.reach)
    return success(await gallery.listUnits(id, caller.reach))
  })

  addRoute(app, createEndpoint, async ({ body, caller }) => success(await createTemplate(parts, caller, body)))

  addRoute(
    app,
    importEndpoint,
    {
      bodyLimit: TEMPLATE_BODY_MAX,
    },
    async ({ body, caller }) => success(await importTemplate(parts, caller, body)),
  )

  addRoute(app, renameEndpoint, async ({ params: { id }, body: { title, icon }, caller, seen }) =>
    success(await renameTemplate(parts, caller, { id, title, icon, seen })),
  )

  addRoute(app, deleteEndpoint, async ({ params: { id }, caller, seen }) => {
    await removeTemplate(parts, caller, { id, seen })
    return done()
  })
}
