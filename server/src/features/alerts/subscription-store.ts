import type { EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { AlertSubscription } from '#people/credentials/unsubscribe-links.ts'

interface Found {
  /** Undefined: the alert is there no more, or not for this person. */
  readonly alertName: string | undefined
  readonly subscribed: boolean
}

/** Whether a person gets the messages of an alert. */
export function createSubscriptionStore(db: Db) {
  return {
    /** Undefined: there is no such person any more. */
    find: async ({ userId, alertId }: AlertSubscription): Promise<Found | undefined> => {
      const { rows } = await sql<{ name: string | null; subscribed: boolean }>`
        select alert.name, coalesce(not unsubscribed, false) as subscribed from app_user
        left join alert_person on alert_person.user_id = app_user.id and alert_id = ${alertId}
        left join alert on alert.id = alert_id
        where app_user.id = ${userId}`.execute(db)
      const [row] = rows
      return row && { alertName: row.name ?? undefined, subscribed: row.subscribed }
    },

    /** Returns the entity of the alert; undefined: the person got no messages of it. */
    end: async ({ userId, alertId }: AlertSubscription): Promise<EntityId | undefined> => {
      const { rows } = await sql<{ entity_id: EntityId }>`
        update alert_person set unsubscribed = true from alert
        where alert.id = alert_id and alert_id = ${alertId} and user_id = ${userId} and not unsubscribed
        returning entity_id`.execute(db)
      return rows[0]?.entity_id
    },
  }
}
