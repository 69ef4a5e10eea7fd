import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors, errorsOfThing, type ErrorsOfThing } from '@fieldwatch/contract/api/errors'
import { EntityId, UtcTime } from '@fieldwatch/contract/api/ids'
import { line } from '@fieldwatch/contract/text/text'
import { isWebAddress } from '@fieldwatch/contract/text/web-address'
import { SeenVersion, Version } from '@fieldwatch/contract/api/version'
import { Sentence } from '@fieldwatch/contract/text/sentence'

/** The most webhooks of one entity. */
export const MOST_WEBHOOKS = 10

/** `generic`: JSON of ours for people's own systems; the others get what their rooms show. */
export const WebhookKind = z.enum(['generic', 'slack', 'teams', 'ntfy'])
export type WebhookKind = z.infer<typeof WebhookKind>

export const WebhookId = z.string().min(1).max(64).brand<'WebhookId'>()
export type WebhookId = z.infer<typeof WebhookId>

/** An address such as `https://hooks.example/alerts`; that of ntfy ends with its topic. Whether it may be reached, the server knows. */
const WebhookUrl = line(1_000).refine(isWebAddress, 'fields.webhook-url')

/** The topic is the last part of the path. */
function isNtfyTopic(text: string): boolean {
  return /^\/[A-Za-z0-9_-]{1,64}\/?$/.test(URL.parse(text)?.pathname ?? '')
}

const NTFY_PROBLEM = 'fields.ntfy'

/** What does not fit together in a webhook, by field. */
export function findWebhookProblems({ kind, url }: { kind: WebhookKind; url: string }): Record<string, string> {
  return kind === 'ntfy' && !isNtfyTopic(url) ? { url: NTFY_PROBLEM } : {}
}

const fields = {
  name: line(100).min(1, 'fields.name-required'),
  url: WebhookUrl,
  kind: WebhookKind,
}

/** A new webhook as people enter it. */
export const WebhookDraft = z.object(fields).superRefine((draft, context) => {
  for (const [field, message] of Object.entries(findWebhookProblems(draft)))
    context.addIssue({ code: 'custom', path: [field], message })
})
export type WebhookDraft = z.infer<typeof WebhookDraft>

/** Webhooks and chat rooms that get the alerts of an entity. */
export const Webhook = z.object({
  webhookID: WebhookId,
  entity: EntityId,
  name: z.string(),
  url: z.string(),
  kind: WebhookKind,
  active: z.boolean(),
  /** Since when nothing was taken; null: the last message was taken, or there was none. */
  failingSinceUTC: UtcTime.nullable(),
  /** What went wrong last, for a person. */
  lastError: Sentence.nullable(),
  lastSuccessUTC: UtcTime.nullable(),
  /** When the portal gave it up by itself, after days of failure. */
  switchedOffUTC: UtcTime.nullable(),
  version: Version,
})
export type Webhook = z.infer<typeof Webhook>

declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends ErrorsOfThing<'webhook'> {}
}
addErrors(errorsOfThing('webhook'))

const userEndpoint = endpointsWith({ tag: 'webhooks', errors: ['webhook/', 'entity/'] })

export const listWebhooks = userEndpoint(`GET ${API_BASE}/webhooks`, {
  summary: 'The webhooks of an entity in reach, or of the own one (admin)',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.array(Webhook)),
})

/** A webhook with its secret where that is new: it is shown nowhere else. */
const Secret = z.object({ webhook: Webhook, secret: z.string().nullable() })

export const createWebhook = userEndpoint(`POST ${API_BASE}/webhooks`, {
  idempotent: true,
  summary: 'Add a webhook to an entity in reach (admin); the secret that signs is shown only in this reply',
  body: WebhookDraft.safeExtend({ entity: EntityId.optional() }),
  reply: envelope(Secret),
})

export const updateWebhook = userEndpoint(`PUT ${API_BASE}/webhooks`, {
  summary: 'Change a webhook, switch it on or off, or give it a new secret (admin); what is left out stays',
  body: z.object({
    webhookID: WebhookId,
    ...z.object(fields).partial().shape,
    active: z.boolean().optional(),
    /** The old one stops signing at once. */
    newSecret: z.literal(true).optional(),
    version: SeenVersion,
  }),
  reply: envelope(Secret),
})

export const removeWebhook = userEndpoint(`DELETE ${API_BASE}/webhooks`, {
  summary: 'Remove a webhook (admin); what waits for it is not sent any more',
  body: z.object({ webhookID: WebhookId }),
})

/** What came back of a test, as it was. */
export const WebhookTest = z.object({
  /** Whether it would have counted as taken: a status from 200 to 299. */
  taken: z.boolean(),
  /** Null: there was no answer. */
  status: z.number().nullable(),
  /** The beginning of the answer. */
  answer: z.string(),
  milliseconds: z.number(),
  /** For a person. */
  sentence: Sentence,
})
export type WebhookTest = z.infer<typeof WebhookTest>

export const testWebhook = userEndpoint(`POST ${API_BASE}/webhooks/test`, {
  idempotent: true,
  summary: 'Send a webhook a message that says that it is a test, and tell what came back (admin)',
  body: z.object({ webhookID: WebhookId }),
  reply: envelope(WebhookTest),
})
