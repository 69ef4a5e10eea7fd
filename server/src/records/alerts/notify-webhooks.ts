import type { NotificationKind } from '@fieldwatch/contract/alert-history'
import type { AlertId, EntityId } from '@fieldwatch/contract/ids'
import type { WebhookId } from '@fieldwatch/contract/webhooks'
import type { QueueWebhook } from '#delivery/webhooks/queue-webhook.ts'
import { createWebhookStore } from '#delivery/webhooks/webhook-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createNotificationStore, type NewNotification, type TakenNotice } from './notification-store.ts'
import { createWebhookNotificationStore } from './webhook-notification-store.ts'
import { noteOf } from './write-webhook-note.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly queueWebhook: QueueWebhook
  readonly publicUrl: () => string
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Messages to one webhook within an hour; what comes then is put together in one a quarter of an hour later. */
const AN_HOUR = 60
const PUT_OFF_MS = 15 * 60_000
const WANTED_MS = DAY_MS
const KEPT_MS = 90 * DAY_MS
const WEBHOOKS_AT_ONCE = 200

/** What the webhooks of the entity of an alert are to be told of it: everything. Use it in a transaction. */
export async function notificationsOfWebhooks(
  tx: Db,
  alert: { readonly id: AlertId; readonly entity: EntityId },
  notices: readonly TakenNotice[],
  at: number,
): Promise<NewNotification[]> {
  if (notices.length === 0) return []
  const webhooks = await createWebhookStore(tx).listActive(alert.entity)
  const common = { alertId: alert.id, entity: alert.entity, userId: undefined, channel: 'webhook' as const, at }
  return webhooks.flatMap(({ id: webhookId, name: recipient }) =>
    [...Map.groupBy(notices, ({ kind }) => kind)].map(([kind, ofKind]: [NotificationKind, TakenNotice[]]) => {
      const told = ofKind.map(({ kind: _kind, ...unit }) => unit)
      return { ...common, webhookId, recipient, kind, withheld: undefined, told }
    }),
  )
}

/** Writes one message to each webhook of all that is due to it. */
export async function handOverToWebhooks(parts: Parts): Promise<void> {
  const { db, clock } = parts
  for (const webhookId of await createWebhookNotificationStore(db).listDue(clock(), WEBHOOKS_AT_ONCE)) {
    await db.transaction().execute(async (tx) => handOverTo(parts, tx, webhookId))
  }
}

async function handOverTo({ clock, queueWebhook, publicUrl }: Parts, tx: Db, webhookId: WebhookId): Promise<void> {
  const now = clock()
  const store = createWebhookNotificationStore(tx)
  const notifications = createNotificationStore(tx)
  const due = await store.claimDue(webhookId)
  const ids = due.map(({ id }) => id)
  if (due.length === 0) return
  if (due.some(({ notBefore }) => notBefore !== undefined && notBefore > now)) {
    // What came since waits with what was put off.
    return notifications.putOff(ids, Math.max(...due.map(({ notBefore }) => notBefore ?? 0)))
  }
  if ((await store.countSent(webhookId, now - HOUR_MS)) >= AN_HOUR) return notifications.putOff(ids, now + PUT_OFF_MS)
  const note = noteOf(due, publicUrl())
  const outboxId = await queueWebhook(tx, { to: webhookId, note, expiresAt: now + WANTED_MS, keptUntil: now + KEPT_MS })
  await notifications.noteQueued(ids, outboxId)
}
