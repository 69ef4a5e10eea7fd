import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { type RawBuilder, sql } from 'kysely'
import type { WebhookId } from '../contract/webhooks.ts'

/** Webhooks of a portal that runs without them. */
export function createLeftOutStore(db: Db) {
  return {
    leaveAllOut: async (): Promise<void> => {
      await sql`update webhook set left_out = true where not left_out`.execute(db)
    },

    /** The ids of messages that wait for webhooks. */
    listWaiting: async (): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select id from outbox where kind = 'webhook' and sent_at is null and failed_at is null`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Lets one that was left out get messages again, which no other server is at. */
    takeNextBack: async (): Promise<{ id: WebhookId; entity: EntityId } | undefined> => {
      const { rows } = await sql<{ id: WebhookId; entity: EntityId }>`
        update webhook set left_out = false where id = (
          select id from webhook where left_out order by id limit 1 for update skip locked
        ) returning id, entity_id as entity`.execute(db)
      return rows[0]
    },
  }
}

export function isAnyLeftOut(): RawBuilder<unknown> {
  return sql`exists (select from webhook where left_out)`
}
