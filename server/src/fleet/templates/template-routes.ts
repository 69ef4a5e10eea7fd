import { getTemplate, listTemplates, putTemplate, removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import { TEMPLATE_BODY_MAX } from '@fieldwatch/contract/templates/template-limits'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { languageOfReader } from '#platform/http/reader-language.ts'
import { changeTemplate } from './change-template.ts'
import { returnToShared } from './return-to-shared.ts'
import { createTemplateStore } from './template-store.ts'
import {
  tryTemplate as tryEndpoint,
  useTriedTemplate as useEndpoint,
} from '@fieldwatch/contract/templates/template-trials'
import type { TemplateParts } from './template-parts.ts'
import { tryTemplate } from './try-template.ts'
import { useTriedTemplate } from './use-tried-template.ts'
import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplate as restoreEndpoint,
} from '@fieldwatch/contract/templates/template-versions'
import { restoreTemplate } from './restore-template.ts'
import { createTemplateVersionStore } from './template-version-store.ts'

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
