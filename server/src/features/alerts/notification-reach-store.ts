import { notSent } from '@fieldwatch/messages/server-sentences'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import type { Db } from '#platform/database/database.ts'
import { type Addressees, isTo } from './notification-store.ts'

const OUT_OF_REACH = notSent('not-sent.out-of-reach')

/** Keeps messages about alerts within the reach of now: that of a person, or of the entity of a webhook. */
export function createNotificationReachStore(db: Db) {
  return {
    /** Of what is due to addressees, before it is written. */
    narrowDue: (to: Addressees): Promise<number> => narrow(db, sql`${isTo(to)} and state = 'due'`),

    /**
     * Why a message is not sent as it was written: it names a unit out of reach. Its notifications are due again without such units.
     * Undefined for any other message.
     */
    withdraw: (outboxId: string): Promise<string | undefined> =>
      db.transaction().execute(async (tx) => {
        if ((await narrow(tx, sql`outbox_id = ${outboxId} and state = 'queued'`)) === 0) return undefined
        await sql`
          update alert_notification set state = 'due', outbox_id = null
          where outbox_id = ${outboxId} and state = 'queued'`.execute(tx)
        return OUT_OF_REACH
      }),

    /**
     * Gives up messages that wait and tell of an alert, in the transaction that deletes it, before its notifications go with it. What they tell
     * of other alerts is due again.
     */
    withdrawAlert: async (
      alertId: AlertId,
      change: { readonly at: number; readonly reason: string },
    ): Promise<void> => {
      const { rows } = await sql<{ id: string }>`
        select distinct outbox_id as id from alert_notification
        where alert_id = ${alertId} and state = 'queued' and outbox_id is not null`.execute(db)
      const waiting = await createOutboxStore(db).giveUpWaiting(
        rows.map(({ id }) => id),
        change,
      )
      await sql`
        update alert_notification set state = 'due', outbox_id = null
        where outbox_id = any (${waiting}::text[]) and alert_id <> ${alertId}`.execute(db)
    },
  }
}

/**
 * Takes units out of reach out of notifications; those that have none left are withheld. A deleted unit is of no entity: that an alert ended with
 * it was within the reach of then. Returns how many had such units.
 */
async function narrow(db: Db, isMeant: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with recursive due as (
      select notification.id, notification.kind, notification.notified, coalesce(person.entity_id, notification.entity_id) as entity_id,
        user_id is null or role = 'admin' or 'viewSubentities' = any (permissions) as goes_below
      from alert_notification notification left join app_user person on person.id = user_id
      where ${isMeant}
    ), reach (id, entity_id) as (
      select id, entity_id from due
      union
      select reach.id, below.id from reach join due using (id) join entity below on below.parent_id = reach.entity_id
      where goes_below
    ), unit as (
      select due.id, value, place, exists (
        select from unit_entity owner join reach on reach.entity_id = owner.entity_id
        where reach.id = due.id and owner.data_id = value ->> 'dataId'
      ) or due.kind = 'ended' and not exists (
        select from unit_entity owner where owner.data_id = value ->> 'dataId'
      ) as is_reached
      from due cross join jsonb_array_elements(due.notified) with ordinality given (value, place)
    ), narrowed as (
      select id, coalesce(jsonb_agg(value order by place) filter (where is_reached), '[]') as notified,
        coalesce(array_agg(value ->> 'dataId' order by place) filter (where is_reached), '{}') as units,
        count(*) filter (where not is_reached) as removed
      from unit group by id
    )
    update alert_notification notification
    set notified = narrowed.notified, units = narrowed.units, unit_count = unit_count - removed,
      state = case when narrowed.units = '{}' then 'withheld' else state end,
      reason = case when narrowed.units = '{}' then ${OUT_OF_REACH} else reason end
    from narrowed where narrowed.id = notification.id and removed > 0`.execute(db)
  return Number(numAffectedRows)
}
