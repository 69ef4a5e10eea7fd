import {
  getTemplate,
  listTemplateIcons,
  listTemplates,
  putTemplate,
  removeOwnTemplate,
} from '@fieldwatch/contract/templates/templates'
import { TEMPLATE_BODY_MAX } from '@fieldwatch/contract/templates/template-limits'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { languageOfReader } from '#platform/http/reader-language.ts'
import { changeTemplate } from './change-template.ts'
import { returnToShared } from './return-to-shared.ts'
import { createTemplateStore } from './template-store.ts'
import {
  tryTemplate as tryEndpoint,
  useTriedTemplate as useEndpoint,
} from '@fieldwatch/contract/templates/template-trials'
import type { TemplateParts } from './template-parts.ts'
import { tryTemplate, useTriedTemplate } from './try-template.ts'
import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplate as restoreEndpoint,
} from '@fieldwatch/contract/templates/template-versions'
import { removeTemplate, renameTemplate, restoreTemplate } from './change-shared-template.ts'
import { createTemplateVersionStore } from './template-version-store.ts'
import { entitiesAskedFor } from '#people/access/access-policy.ts'
import {
  createTemplate as createEndpoint,
  deleteTemplate as deleteEndpoint,
  importTemplate as importEndpoint,
  listTemplateGallery,
  listTemplateUnits,
  renameTemplate as renameEndpoint,
} from '@fieldwatch/contract/templates/template-gallery'
import { createTemplate, importTemplate } from './add-template.ts'
import { createTemplateGalleryStore } from './template-gallery-store.ts'

/** The template service. */
export function registerTemplateRoutes(app: FastifyInstance, dependencies: TemplateParts): void {
  registerTrialRoutes(app, dependencies)
  registerVersionRoutes(app, dependencies)
  const templates = createTemplateStore(dependencies.db)

  addRoute(app, listTemplates, async ({ caller }) => success(await templates.listShared(caller.reach)))

  addRoute(app, getTemplate, async ({ params, caller }) => success(await templates.getTemplate(params.id, caller)))

  addRoute(app, putTemplate, { bodyLimit: TEMPLATE_BODY_MAX }, async ({ body, caller, seen }) =>
    success(await changeTemplate(dependencies, { caller, change: { ...body, version: seen } })),
  )

  addRoute(app, removeOwnTemplate, async ({ body, caller, seen }) =>
    success(await returnToShared(dependencies, { caller, ...body, version: seen })),
  )
}

/** Templates that one unit tries before all get them. */
function registerTrialRoutes(app: FastifyInstance, parts: TemplateParts): void {
  addRoute(
    app,
    tryEndpoint,
    {
      bodyLimit: TEMPLATE_BODY_MAX,
    },
    async ({ body, caller }) => success(await tryTemplate(parts, caller, body)),
  )

  addRoute(app, useEndpoint, async ({ body: { dataID, sharedVersion }, caller, seen }) => {
    const wanted = { dataId: dataID, seen, sharedSeen: sharedVersion }
    return success(await useTriedTemplate(parts, caller, wanted))
  })
}

/** What templates were before, and the way back. */
function registerVersionRoutes(app: FastifyInstance, parts: TemplateParts): void {
  const templates = createTemplateStore(parts.db)
  const versions = createTemplateVersionStore(parts.db)

  addRoute(app, listTemplateVersions, async ({ params: { id }, caller, request }) => {
    await templates.getOwner(id, caller.reach)
    return success(await versions.list(id, caller.reach, languageOfReader(request)))
  })

  addRoute(app, getTemplateVersion, async ({ params: { id, version }, caller }) => {
    await templates.getOwner(id, caller.reach)
    return success(await versions.getDefinition(id, version))
  })

  addRoute(app, restoreEndpoint, async ({ params: { id }, body: { restore }, caller, seen }) =>
    success(await restoreTemplate(parts, caller, { id, restore, seen })),
  )
}

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
