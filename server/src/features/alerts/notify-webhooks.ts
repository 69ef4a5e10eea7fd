import type { Logger } from 'pino'
import type { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, EntityId } from '@fieldwatch/contract/api/ids'
import type { WebhookId } from '@fieldwatch/contract/delivery/webhooks'
import type { QueueWebhook } from '#delivery/webhooks/queue-webhook.ts'
import { createWebhookStore } from '#delivery/webhooks/webhook-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { handOverApart } from './hand-over-apart.ts'
import { createNotificationReachStore } from './notification-reach-store.ts'
import { createNotificationStore, type NewNotification, type TakenNotice } from './notification-store.ts'
import { createWebhookNotificationStore, type DueToWebhook } from './webhook-notification-store.ts'
import { noteOf } from './write-webhook-note.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
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

/** What the webhooks of the entity of an alert are to be told of it: everything that is in its reach when it is written. Use it in a transaction. */
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
  await createWebhookNotificationStore(db).withholdOfRemoved('The webhook was removed.')
  for (const webhookId of await createWebhookNotificationStore(db).listDue(clock(), WEBHOOKS_AT_ONCE)) {
    await handOverApart(parts, {
      named: { webhookId },
      listIds: () => createWebhookNotificationStore(db).listDueTo(webhookId, clock()),
      handOver: (tx, only) => handOverTo(parts, tx, webhookId, only),
    })
  }
}

async function handOverTo(
  { clock, queueWebhook, publicUrl }: Parts,
  tx: Db,
  webhookId: WebhookId,
  only?: number,
): Promise<void> {
  const now = clock()
  const notifications = createNotificationStore(tx)
  await createNotificationReachStore(tx).narrowDueToWebhook(webhookId)
  const claimed = await createWebhookNotificationStore(tx).claimDue(webhookId, only, now)
  const late = claimed.filter(({ at }) => at <= now - WANTED_MS)
  await notifications.noteWithheld(idsOf(late), 'It could not be handed over within a day.')
  const due = claimed.filter(({ at }) => at > now - WANTED_MS)
  if (due.length === 0) return
  const until = await findPause(tx, webhookId, due, now)
  if (until !== undefined) return notifications.putOff(idsOf(due), until)
  const note = noteOf(due, publicUrl())
  const times = { expiresAt: now + WANTED_MS, keptUntil: now + KEPT_MS }
  await notifications.noteQueued(idsOf(due), await queueWebhook(tx, { to: webhookId, note, ...times }))
}

/** Until when what is due to a webhook waits, together with what comes meanwhile; undefined: it goes out now. */
async function findPause(
  tx: Db,
  webhookId: WebhookId,
  due: readonly DueToWebhook[],
  now: number,
): Promise<number | undefined> {
  const putOffUntil = Math.max(0, ...due.map(({ notBefore }) => notBefore ?? 0))
  if (putOffUntil > now) return putOffUntil
  // While it fails one message waits for it, and not a storm.
  const webhook = await createWebhookStore(tx).find(webhookId)
  if (webhook?.nextTryAt !== undefined && webhook.nextTryAt > now) return webhook.nextTryAt
  const sent = await createWebhookNotificationStore(tx).countSent(webhookId, now - HOUR_MS)
  return sent >= AN_HOUR ? now + PUT_OFF_MS : undefined
}

function idsOf(due: readonly DueToWebhook[]): number[] {
  return due.map(({ id }) => id)
}
