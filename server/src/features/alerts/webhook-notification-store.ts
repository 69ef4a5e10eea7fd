import type { WebhookId } from '@fieldwatch/contract/delivery/webhooks'
import type { AlertType } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
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

    /**
     * Has the webhooks that heard that alerts are triggered on units notified that these end there, as far as the units are in their reach. Use it
     * before the alerts end, in that transaction.
     */
    addEnded: async (
      ended: readonly { readonly alertId: AlertId; readonly dataId: DataId }[],
      { reason, now }: { readonly reason: string; readonly now: number },
    ): Promise<void> => {
      await sql`
        with recursive ended as (
          select state.alert_id, state.data_id, alert.entity_id, friendly_name
          from unnest(
            ${ended.map(({ alertId }) => alertId)}::text[], ${ended.map(({ dataId }) => dataId)}::text[]
          ) given (alert_id, data_id)
          join alert_unit state using (alert_id, data_id) join alert on alert.id = alert_id join unit using (data_id)
          where told = 'high' and not exists (
            select from alert_notice where alert_id = state.alert_id and data_id = state.data_id and kind = 'alarm'
          )
        ), reach (id, entity_id) as (
          select entity_id, entity_id from ended
          union
          select reach.id, below.id from reach
          join entity below on below.parent_id = reach.entity_id or below.deleted_from = reach.entity_id
        )
        insert into alert_notification (
          alert_id, entity_id, webhook_id, kind, channel, recipient, unit_count, units, at, state, told
        )
        select alert_id, ended.entity_id, webhook.id, 'ended', 'webhook', webhook.name, 1, array[data_id],
          ${now}::bigint, 'due', jsonb_build_array(jsonb_build_object(
            'dataId', data_id, 'name', friendly_name, 'status', 'ok', 'at', null, 'notedAt', ${now}::bigint,
            'value', null, 'changes', 1, 'reason', ${reason}::text
          ))
        from ended join webhook on webhook.entity_id = ended.entity_id and webhook.active
        join entity on entity.id = webhook.entity_id and entity.status = 'active'
        where exists (
          select from unit_entity owner join reach on reach.entity_id = owner.entity_id
          where owner.data_id = ended.data_id and reach.id = ended.entity_id
        )`.execute(db)
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
