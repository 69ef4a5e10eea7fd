import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import { notSent } from '@fieldwatch/messages/server-sentences'
import { MessageRefused, type MessageSender } from '#delivery/outbox/deliver-outbox.ts'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import { problemOf } from '#platform/outside/post-outside.ts'
import { sendWebhook, type WebhookSettings } from './send-webhook.ts'
import type { WebhookNote } from './webhook-note.ts'
import { createWebhookStore, type StoredWebhook } from './webhook-store.ts'

interface Parts extends Pick<Platform, 'db' | 'clock'> {
  readonly settings: WebhookSettings
  /** Called once when a webhook was given up. */
  readonly onSwitchedOff: SwitchedOff
}

export type SwitchedOff = (webhook: StoredWebhook, reason: string) => Promise<void>

/** How long a webhook may fail before it is switched off. */
const GIVEN_UP_MS = 3 * DAY_MS
const FIRST_PAUSE_MS = 5_000
const LAST_PAUSE_MS = HOUR_MS

/** It understood, and will never take this message. */
const FINAL: readonly number[] = [400, 410, 413, 422]

/** Hands what waits for webhooks over. One that fails is left alone for a while, with all that waits for it. */
export function createWebhookSender({ db, clock, settings, onSwitchedOff }: Parts): MessageSender {
  const store = createWebhookStore(db)
  const fail = async (webhook: StoredWebhook, reason: string): Promise<void> => {
    const at = clock()
    const switchOff = webhook.failingSince !== undefined && at - webhook.failingSince >= GIVEN_UP_MS
    const nextTryAt = at + Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(webhook.failures, 20))
    if (await store.recordFailure(webhook.id, { at, nextTryAt, reason, switchOff }))
      await onSwitchedOff(webhook, reason)
  }
  return {
    kind: 'webhook',
    isReady: async ({ recipient }) => ((await store.find(recipient))?.nextTryAt ?? 0) <= clock(),
    send: async ({ id, recipient, body, createdAt }) => {
      const webhook = await store.find(recipient)
      if (webhook === undefined) throw new MessageRefused(notSent('not-sent.webhook-removed'))
      // Written by us when it was queued.
      const note = JSON.parse(body) as WebhookNote
      try {
        const answer = await sendWebhook({ settings, clock }, webhook, note, { id, createdAt })
        const problem = problemOf(answer)
        if (problem !== undefined) throw new (FINAL.includes(answer.status) ? MessageRefused : Error)(problem)
      } catch (error) {
        await fail(webhook, error instanceof Error ? error.message : String(error))
        throw error
      }
      await store.recordSuccess(webhook.id, clock())
    },
  }
}

/** Why a webhook gets no more notifications; undefined while it does. */
export async function findWebhookRefusal(db: Db, webhookId: string): Promise<string | undefined> {
  const webhook = await createWebhookStore(db).find(webhookId)
  if (webhook === undefined) return notSent('not-sent.webhook-removed')
  if (!webhook.isOfActiveEntity) return notSent('not-sent.webhook-entity-disabled')
  return webhook.active ? undefined : notSent('not-sent.webhook-off')
}
