import type { WebhookId } from '@fieldwatch/contract/delivery/webhooks'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { WebhookNote } from './webhook-note.ts'

interface QueuedNotice {
  readonly to: WebhookId
  readonly note: WebhookNote
  readonly expiresAt: number
  /** Until then the outbox shows the outcome. */
  readonly keptUntil: number
}

/** Puts a webhook notification in the outbox, within the transaction that causes it. */
export type QueueWebhook = (tx: Db, notice: QueuedNotice) => Promise<string>

type Parts = Pick<Platform, 'clock' | 'random'>

export function createQueueWebhook({ clock, random }: Parts): QueueWebhook {
  return async (tx, { to, note, ...times }) => {
    const id = random.id()
    const message = { id, kind: 'webhook' as const, recipient: to, subject: '', body: JSON.stringify(note) }
    await createOutboxStore(tx).add({ ...message, ...times, createdAt: clock() })
    return id
  }
}
