import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import { MessageRefused, type MessageSender, type RefusalOf } from '@fieldwatch/server/delivery/outbox/deliver-outbox'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { createNotificationReachStore } from '@fieldwatch/server/features/alerts/recipient-store'
import { problemOf } from '@fieldwatch/server/platform/outside/post-outside'
import type { OutsideSettings } from '@fieldwatch/server/platform/outside/outside-settings'
import { sendWebhook } from './send-webhook.ts'
import { say } from './say.ts'
import type { WebhookNote } from './webhook-note.ts'
import { createWebhookStore, type StoredWebhook } from './webhook-store.ts'

interface Parts extends Pick<Platform, 'db' | 'clock'> {
  readonly settings: OutsideSettings
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
      if (webhook === undefined) throw new MessageRefused(say('webhooks.not-sent.removed'))
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

/** Why a waiting message to a webhook is not sent. */
export function createWebhookRefusal(db: Db): RefusalOf {
  const reach = createNotificationReachStore(db)
  return async ({ id, recipient }) => (await findRefusal(db, recipient)) ?? reach.withdraw(id)
}

/** Why a webhook gets no more notifications; undefined while it does. */
async function findRefusal(db: Db, webhookId: string): Promise<string | undefined> {
  const webhook = await createWebhookStore(db).find(webhookId)
  if (webhook === undefined) return say('webhooks.not-sent.removed')
  if (!webhook.isOfActiveEntity) return say('webhooks.not-sent.entity-disabled')
  return webhook.active ? undefined : say('webhooks.not-sent.off')
}
