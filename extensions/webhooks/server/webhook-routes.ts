import { requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import {
  createWebhook as createEndpoint,
  listWebhooks,
  removeWebhook as removeEndpoint,
  testWebhook as testEndpoint,
  updateWebhook as updateEndpoint,
} from '../contract/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import { createWebhookStore } from './webhook-store.ts'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { createRateLimit } from '@fieldwatch/server/platform/http/rate-limit'
import { createWebhook, removeWebhook, updateWebhook, type WebhookParts } from './change-webhooks.ts'
import { testWebhook } from './test-webhook.ts'

/** Tests of the webhooks of one entity. */
const TESTS = { most: 10, withinMs: 60_000 }

/** The webhooks of entities, for their admins. */
export function registerWebhookRoutes(app: FastifyInstance, parts: WebhookParts): void {
  const { db, clock } = parts
  const tests = createRateLimit({ clock, ...TESTS })

  addRoute(app, listWebhooks, async ({ query, caller }) => {
    return success(await createWebhookStore(db).list(requireAdminOf(caller, query.entity)))
  })

  addRoute(app, createEndpoint, async ({ body, caller }) => {
    return success(await createWebhook(parts, caller, body))
  })

  addRoute(app, updateEndpoint, async ({ body, caller, seen }) => {
    return success(await updateWebhook(parts, caller, { ...body, seen }))
  })

  addRoute(app, removeEndpoint, async ({ body, caller }) => {
    await removeWebhook(parts, caller, body.webhookID)
    return done()
  })

  addRoute(app, testEndpoint, async ({ body, caller }) => {
    return success(await testWebhook(parts, caller, body.webhookID, (entity) => tests.take(entity)))
  })
}
