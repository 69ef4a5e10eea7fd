import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { ADMIN, type Place } from '@fieldwatch/server/testing/access-rows'
import { createWebhook, testWebhook, type WebhookId } from '../contract/webhooks.ts'

/** A name that leads to no public address, so that nothing is sent. */
const SOME_WEBHOOK = { name: 'Room', url: 'https://localhost/', kind: 'generic' } as const

async function addWebhook({ entity, admin, test: { call, db } }: Place): Promise<WebhookId> {
  await db.deleteFrom('webhook').where('entityId', '=', entity).execute()
  return (await call(createWebhook, { as: admin, body: { entity, ...SOME_WEBHOOK } })).body.details.webhook.webhookID
}

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /webhooks': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: `/webhooks?entity=${entity}` }),
  },
  'POST /webhooks': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: '/webhooks', body: { entity, ...SOME_WEBHOOK } }),
  },
  'PUT /webhooks': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/webhooks', body: { webhookID: await addWebhook(place), name: 'Hall' } }),
  },
  'DELETE /webhooks': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/webhooks', body: { webhookID: await addWebhook(place) } }),
  },
  'POST /webhooks/test': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/webhooks/test', body: { webhookID: await addWebhook(place) } }),
  },
}

export const NOT_FOR_PROGRAMS = Object.keys(ROWS)

/** None of them names a unit. */
export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = Object.fromEntries(
  Object.keys(ROWS).map((name) => [name, () => undefined]),
)

export const asked: AccessOfExtension['asked'] = ({ admin: { entity } }) => ({
  'GET /webhooks': { query: { entity } },
  'POST /webhooks': { body: { entity, ...SOME_WEBHOOK } },
  'PUT /webhooks': { body: { webhookID: 'x', ...SOME_WEBHOOK, active: true, version: 1 } },
  'DELETE /webhooks': { body: { webhookID: 'x' } },
  'POST /webhooks/test': { body: { webhookID: 'x' } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, db }) => {
  const body = { entity: admin.entity, ...SOME_WEBHOOK }
  let hall: ReturnType<typeof call<typeof createWebhook>> | undefined
  return {
    'POST /api/v1/webhooks': {
      ask: (key) => call(createWebhook, { as: admin, headers: { 'idempotency-key': key }, body }),
      effects: async () => (await db.selectFrom('webhook').select('id').where('name', '=', body.name).execute()).length,
    },
    'POST /api/v1/webhooks/test': {
      ask: async (key) => {
        hall ??= call(createWebhook, { as: admin, body: { ...body, name: 'Hall' } })
        const { webhookID } = (await hall).body.details.webhook
        return call(testWebhook, { as: admin, headers: { 'idempotency-key': key }, body: { webhookID } })
      },
      effects: async () => {
        const tests = await db.selectFrom('auditLog').select('id').where('action', '=', 'test webhook').execute()
        return tests.length
      },
    },
  }
}
