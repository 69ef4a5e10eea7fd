import {
  tryTemplate as tryEndpoint,
  useTriedTemplate as useEndpoint,
} from '@fieldwatch/contract/templates/template-trials'
import { TEMPLATE_BODY_MAX } from '@fieldwatch/contract/templates/template-limits'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import type { TemplateParts } from './template-parts.ts'
import { tryTemplate } from './try-template.ts'
import { useTriedTemplate } from './use-tried-template.ts'

/** Templates that one unit tries before all get them. */
export function registerTemplateTrialRoutes(app: FastifyInstance, parts: TemplateParts): void {
  addRoute(app, tryEndpoint, async ({ body, caller }) => success(await tryTemplate(parts, caller, body)), {
    bodyLimit: TEMPLATE_BODY_MAX,
  })

  addRoute(app, useEndpoint, async ({ body: { dataID, sharedVersion }, caller, seen }) => {
    const wanted = { dataId: dataID, seen, sharedSeen: sharedVersion }
    return success(await useTriedTemplate(parts, caller, wanted))
  })
}
