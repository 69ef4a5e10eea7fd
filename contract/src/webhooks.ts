import { z } from 'zod'
import { API_BASE, defineEndpoint, Done, envelope } from './endpoint.ts'
import { EntityId, UtcTime, WebhookId } from './ids.ts'
import { line } from './text.ts'

/** The most webhooks of one entity. */
export const MOST_WEBHOOKS = 50

/** In whose words a webhook is told: our own JSON, or what these services read. */
export const WEBHOOK_FORMATS = ['json', 'slack', 'teams', 'ntfy'] as const
export const WebhookFormat = z.enum(WEBHOOK_FORMATS)
export type WebhookFormat = z.infer<typeof WebhookFormat>

const WebhookUrl = line(2_000).pipe(
  z.url({ protocol: /^https?$/, error: 'An address begins with https:// or http://.' }),
)

const fields = {
  name: line(100).min(1, 'A name is required.'),
  url: WebhookUrl,
  format: WebhookFormat,
}

export const Webhook = z.object({
  webhookID: WebhookId,
  entity: EntityId,
  name: z.string(),
  /** Without what comes after the host: the address of a webhook is its password. */
  host: z.string(),
  format: WebhookFormat,
  createdUTC: UtcTime,
})
export type Webhook = z.infer<typeof Webhook>

export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: `${API_BASE}/webhooks`,
  access: 'session',
  tag: 'webhooks',
  summary: 'The webhooks of an entity in reach, by name; without entity those of all in reach',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.array(Webhook)),
})

export const createWebhook = defineEndpoint({
  method: 'POST',
  path: `${API_BASE}/webhooks`,
  access: 'session',
  tag: 'webhooks',
  idempotent: true,
  summary: 'Add a webhook to an entity (admin); the secret with which its messages are signed is told once',
  body: z.object({ ...fields, format: WebhookFormat.default('json'), entity: EntityId }),
  reply: envelope(z.object({ webhookID: WebhookId, secret: z.string() })),
})

export const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: `${API_BASE}/webhooks`,
  access: 'session',
  tag: 'webhooks',
  summary: 'Remove a webhook; no alert tells it anything any more (admin)',
  body: z.object({ webhookID: WebhookId }),
  reply: Done,
})
