import type { RefusalOf } from '#delivery/outbox/deliver-outbox.ts'
import { findWebhookRefusal } from '#delivery/webhooks/webhook-sender.ts'
import type { Db } from '#platform/database/database.ts'
import { findReportRefusal } from '#features/report-schedules/find-report-refusal.ts'
import { createNotificationReachStore } from './notification-reach-store.ts'
import { createNotificationStore } from './notification-store.ts'

/** Why a waiting mail or SMS is not sent. */
export function createPersonalRefusal(db: Db): RefusalOf {
  const notifications = createNotificationStore(db)
  const reach = createNotificationReachStore(db)
  return async ({ id, recipient }) =>
    (await notifications.findRefusal(id, recipient)) ??
    (await reach.withdraw(id)) ??
    findReportRefusal(db, id, recipient)
}

/** Why a waiting message to a webhook is not sent. */
export function createWebhookRefusal(db: Db): RefusalOf {
  const reach = createNotificationReachStore(db)
  return async ({ id, recipient }) => (await findWebhookRefusal(db, recipient)) ?? reach.withdraw(id)
}
