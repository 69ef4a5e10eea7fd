import {
  createWebhook as createEndpoint,
  listWebhooks,
  removeWebhook as removeEndpoint,
  testWebhook as testEndpoint,
  updateWebhook as updateEndpoint,
} from '@fieldwatch/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import { createWebhookStore } from '#delivery/webhooks/webhook-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import { createWebhook, removeWebhook, updateWebhook, type WebhookParts } from './change-webhooks.ts'
import { askedEntity } from './webhook-policy.ts'
import { testWebhook } from './test-webhook.ts'

/** Tests of the webhooks of one entity. */
const TESTS = { most: 10, withinMs: 60_000 }

/** The webhooks of entities, for their admins. */
export function registerWebhookRoutes(app: FastifyInstance, parts: WebhookParts): void {
  const { db, clock } = parts
  const tests = createRateLimit({ clock, ...TESTS })

  addRoute(app, listWebhooks, async ({ query, caller }) => {
    requireAdmin(caller)
    return success(await createWebhookStore(db).list(askedEntity(caller, query.entity)))
  })

  addRoute(app, createEndpoint, async ({ body, caller, request }) => {
    return success(await createWebhook(parts, { caller, address: request.ip }, body))
  })

  addRoute(app, updateEndpoint, async ({ body, caller, seen, request }) => {
    return success(await updateWebhook(parts, { caller, address: request.ip }, { ...body, seen }))
  })

  addRoute(app, removeEndpoint, async ({ body, caller, request }) => {
    await removeWebhook(parts, { caller, address: request.ip }, body.webhookID)
    return done()
  })

  addRoute(app, testEndpoint, async ({ body, caller, request }) => {
    const asker = { caller, address: request.ip }
    return success(await testWebhook(parts, asker, body.webhookID, (entity) => tests.take(entity)))
  })
}
