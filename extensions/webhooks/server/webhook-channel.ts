import type { AlertChannel } from '@fieldwatch/server/features/alerts/alert-channel'
import { createWebhookStore } from './webhook-store.ts'
import { noteOf } from './write-webhook-note.ts'

/** How webhooks get the messages about the alerts of their entity. */
export const WEBHOOK_CHANNEL: AlertChannel = {
  channel: 'webhook',
  mostAnHour: 60,
  findRetry: async (tx, id) => (await createWebhookStore(tx).find(id))?.nextTryAt,
  write: (due, publicUrl) => JSON.stringify(noteOf(due, publicUrl)),
}
