import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import { requireAdminOf, requireAdministered } from '@fieldwatch/server/people/access/access-policy'
import {
  type createWebhook as createEndpoint,
  findWebhookProblems,
  MOST_WEBHOOKS,
  type updateWebhook as updateEndpoint,
  type Webhook,
  type WebhookId,
  type WebhookKind,
} from '../contract/webhooks.ts'
import { catchUpReceivers } from '@fieldwatch/server/features/alerts/receiver-catch-up-store'
import { createNotificationStore } from '@fieldwatch/server/features/alerts/notification-store'
import type { OutsideSettings } from '@fieldwatch/server/platform/outside/outside-settings'
import { findAddressProblem } from '@fieldwatch/server/platform/outside/open-networks'
import { say } from './say.ts'
import { createWebhookStore } from './webhook-store.ts'
import { DomainError, requireNone } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import type { Random } from '@fieldwatch/server/platform/random/random'
import { createResource } from '@fieldwatch/server/platform/resources/resource'

export interface WebhookParts extends Pick<Platform, 'db' | 'clock' | 'random'> {
  readonly settings: OutsideSettings
}

const webhooks = createResource<WebhookId, Webhook>({
  kind: 'webhook',
  table: 'webhook',
  actions: { create: 'create webhook', change: 'change webhook', remove: 'remove webhook' },
  get: async (tx, caller, id) => {
    const webhook = await createWebhookStore(tx).findShown(id, caller.reach)
    requireAdministered(caller, webhook, 'webhook/not-found')
    return webhook
  },
  /** Only the host of the address is logged: the address of a room is a secret as a whole. */
  toLog: ({ name, url, kind, active }) => ({ name, kind, active, host: new URL(url).host }),
  subject: ({ webhookID: id, entity }) => ({ kind: 'webhook', id, entity }),
})

interface WithSecret {
  readonly webhook: Webhook
  /** Null: it stays, and is not shown again. */
  readonly secret: string | null
}

/**
 * Adds a webhook to an entity.
 * @throws DomainError access/forbidden, entity/not-found, webhook/too-many, request/invalid
 */
export async function createWebhook(
  parts: WebhookParts,
  caller: Caller,
  { entity: asked, ...draft }: BodyOf<typeof createEndpoint>,
): Promise<WithSecret> {
  const entity = requireAdminOf(caller, asked)
  requireFit(draft, parts.settings)
  const id = parts.random.id() as WebhookId
  const secret = newSecret(parts.random)
  const webhook = await webhooks.create(parts, caller, async (tx, at) => {
    const store = createWebhookStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_WEBHOOKS) throw new DomainError('webhook/too-many')
    await store.create({ id, entity, ...draft, secret, by: caller.userId, at })
    await catchUpReceivers(tx, { entity, receiver: id, now: at })
    return id
  })
  return { webhook, secret }
}

/**
 * Changes a webhook; what is left out stays.
 * @throws DomainError access/forbidden, webhook/not-found, webhook/changed, request/invalid
 */
export async function updateWebhook(
  parts: WebhookParts,
  caller: Caller,
  {
    webhookID: id,
    seen,
    version: _version,
    newSecret: wantsSecret,
    ...changes
  }: BodyOf<typeof updateEndpoint> & { seen: number | undefined },
): Promise<WithSecret> {
  const secret = wantsSecret === true ? newSecret(parts.random) : null
  const webhook = await webhooks.change(parts, caller, { id, seen }, async (tx, before) => {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    if (changes.url !== undefined || changes.kind !== undefined) requireFit({ ...before, ...given }, parts.settings)
    await createWebhookStore(tx).update(id, { ...given, ...(secret === null ? {} : { secret }) })
    if (changes.active === true && !before.active)
      await catchUpReceivers(tx, { entity: before.entity, receiver: id, now: parts.clock() })
    return secret === null ? {} : { after: { secret: 'new' } }
  })
  return { webhook, secret }
}

/** @throws DomainError access/forbidden, webhook/not-found */
export async function removeWebhook(parts: WebhookParts, caller: Caller, id: WebhookId): Promise<void> {
  await webhooks.remove(parts, caller, id, async (tx) => {
    await createNotificationStore(tx).withholdFrom(id, say('webhooks.not-sent.removed'))
    await createWebhookStore(tx).remove(id)
  })
}

function newSecret(random: Random): string {
  return `fwh_${random.secret()}`
}

function requireFit(draft: { kind: WebhookKind; url: string }, { networks }: OutsideSettings): void {
  const problem = findAddressProblem(draft.url, networks)
  requireNone({ ...findWebhookProblems(draft), ...(problem === undefined ? {} : { url: problem }) })
}
