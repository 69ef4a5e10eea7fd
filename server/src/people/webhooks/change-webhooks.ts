import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import { requireAdminOf, requireAdministered } from '#people/access/access-policy.ts'
import {
  type createWebhook as createEndpoint,
  findWebhookProblems,
  MOST_WEBHOOKS,
  type updateWebhook as updateEndpoint,
  type Webhook,
  type WebhookId,
  type WebhookKind,
} from '@fieldwatch/contract/delivery/webhooks'
import type { WebhookSettings } from '#delivery/webhooks/send-webhook.ts'
import { findAddressProblem } from '#delivery/webhooks/webhook-address.ts'
import { createWebhookStore } from '#delivery/webhooks/webhook-store.ts'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, requireNone } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Random } from '#platform/random/random.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'

export interface WebhookParts extends Pick<Platform, 'db' | 'clock' | 'random'> {
  readonly settings: WebhookSettings
}

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
  { db, clock, random, settings }: WebhookParts,
  caller: Caller,
  { entity: asked, ...draft }: BodyOf<typeof createEndpoint>,
): Promise<WithSecret> {
  const entity = requireAdminOf(caller, asked)
  requireFit(draft, settings)
  const [id, at] = [random.id() as WebhookId, clock()]
  const secret = newSecret(random)
  return db.transaction().execute(async (tx) => {
    const store = createWebhookStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_WEBHOOKS) throw new DomainError('webhook/too-many')
    await store.create({ id, entity, ...draft, secret, by: caller.userId, at })
    const webhook = await shown(tx, caller, id)
    await record(tx, caller, { at, action: 'create webhook', webhook, after: auditOf(webhook) })
    return { webhook, secret }
  })
}

/**
 * Changes a webhook; what is left out stays.
 * @throws DomainError access/forbidden, webhook/not-found, webhook/changed, request/invalid
 */
export async function updateWebhook(
  { db, clock, random, settings }: WebhookParts,
  caller: Caller,
  {
    webhookID: id,
    seen,
    version: _version,
    newSecret: wantsSecret,
    ...changes
  }: BodyOf<typeof updateEndpoint> & { seen: number | undefined },
): Promise<WithSecret> {
  const at = clock()
  const secret = wantsSecret === true ? newSecret(random) : null
  return db.transaction().execute(async (tx) => {
    const store = createWebhookStore(tx)
    await createVersionStore(tx).lock({ kind: 'webhook', id })
    const before = await shown(tx, caller, id)
    await requireSeen(tx, caller, { kind: 'webhook', id }, seen)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    if (changes.url !== undefined || changes.kind !== undefined) requireFit({ ...before, ...given }, settings)
    await store.update(id, { ...given, ...(secret === null ? {} : { secret }) })
    await createVersionStore(tx).raise({ kind: 'webhook', id }, { by: caller.userId, at })
    const webhook = await shown(tx, caller, id)
    const after = { ...auditOf(webhook), ...(secret === null ? {} : { secret: 'new' }) }
    await record(tx, caller, { at, action: 'change webhook', webhook, before: auditOf(before), after })
    return { webhook, secret }
  })
}

/** @throws DomainError access/forbidden, webhook/not-found */
export async function removeWebhook({ db, clock }: WebhookParts, caller: Caller, id: WebhookId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await createVersionStore(tx).lock({ kind: 'webhook', id })
    const webhook = await shown(tx, caller, id)
    await createWebhookStore(tx).remove(id)
    await record(tx, caller, { at: clock(), action: 'remove webhook', webhook, before: auditOf(webhook) })
  })
}

async function shown(tx: Db, caller: Caller, id: WebhookId): Promise<Webhook> {
  const webhook = await createWebhookStore(tx).findShown(id, caller.reach)
  requireAdministered(caller, webhook, 'webhook/not-found')
  return webhook
}

function newSecret(random: Random): string {
  return `fwh_${random.secret()}`
}

function requireFit(draft: { kind: WebhookKind; url: string }, { networks }: WebhookSettings): void {
  const problem = findAddressProblem(draft.url, networks)
  requireNone({ ...findWebhookProblems(draft), ...(problem === undefined ? {} : { url: problem }) })
}

/** Of the address only the host: that of a room is a secret as a whole. */
function auditOf({ name, url, kind, active }: Webhook): object {
  return { name, kind, active, host: new URL(url).host }
}

function record(tx: Db, caller: Caller, { webhook, ...change }: AuditedChange & { webhook: Webhook }): Promise<void> {
  const subject = { kind: 'webhook', id: webhook.webhookID, entity: webhook.entity }
  return createAuditStore(tx).recordChange(caller, subject, change)
}
