import type { WebhookId } from '@fieldwatch/contract/webhooks'
import type { AlertType } from '@fieldwatch/contract/alerts'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { type DueNotification, dueOf, type DueRow, isTakenNow, UNITS_OF_MEASURE } from './notification-store.ts'

export interface DueToWebhook extends DueNotification {
  readonly type: AlertType
}

/** What webhooks are told of alerts. */
export function createWebhookNotificationStore(db: Db) {
  return {
    /** Webhooks to which something is due now. */
    listDue: async (now: number, limit: number): Promise<WebhookId[]> => {
      const { rows } = await sql<{ webhook_id: WebhookId }>`
        select webhook_id from alert_notification
        where state = 'due' and webhook_id is not null and (not_before is null or not_before <= ${now})
        group by webhook_id order by min(id) limit ${limit}`.execute(db)
      return rows.map((row) => row.webhook_id)
    },

    /** What waits for webhooks that are there no more. */
    withholdOfRemoved: async (reason: string): Promise<void> => {
      await sql`
        update alert_notification set state = 'withheld', reason = ${reason}
        where state = 'due' and user_id is null and channel = 'webhook' and webhook_id is null`.execute(db)
    },

    /** What is due to one webhook. Until the end of the transaction nobody else hands anything over to it. */
    claimDue: async (webhookId: WebhookId, only: number | undefined, now: number): Promise<DueToWebhook[]> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('told webhook ' || ${webhookId}, 0))`.execute(db)
      const { rows } = await sql<DueRow & { type: AlertType }>`
        select notification.*, alert.name, alert.type, alert.description, alert.source, alert.field, alert.operator,
          alert.constant, alert.time_zone, '' as first_name, '24Hour' as time_format,
          ${UNITS_OF_MEASURE} as units_of_measure
        from alert_notification notification join alert on alert.id = alert_id
        where webhook_id = ${webhookId} and ${isTakenNow(now, only)}
        order by notification.id limit 100`.execute(db)
      return rows.map((row) => ({ ...dueOf(row), type: row.type }))
    },

    /** What `claimDue` would claim. */
    listDueTo: async (webhookId: WebhookId, now: number): Promise<number[]> => {
      const { rows } = await sql<{ id: number }>`
        select id from alert_notification notification
        where webhook_id = ${webhookId} and ${isTakenNow(now, undefined)} order by id limit 100`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Messages to one webhook since a moment. */
    countSent: async (webhookId: WebhookId, since: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct outbox_id) as count from alert_notification
        where webhook_id = ${webhookId} and state = 'queued' and at > ${since}`.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}
