import type { AlertId, DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ClaimedAlert } from './notification-store.ts'
import type { ToldUnit } from './write-message.ts'

/** An alert with units on which it is triggered, of which not all of its people heard. */
export interface UnheardAlert {
  readonly alert: ClaimedAlert
  readonly units: readonly ToldUnit[]
}

/** Who has not heard of an alarm that lasts. Use it in a transaction. */
export function createNewcomerStore(db: Db) {
  return {
    /**
     * The alerts behind one, by their ids; no other server notifies of these meanwhile. What is acknowledged, snoozed or maintained waits, and what only late records showed
     * is no alarm.
     */
    claim: async (now: number, { after, limit }: { after: string; limit: number }): Promise<UnheardAlert[]> => {
      const { rows } = await sql<Row>`
        with unheard as materialized (
          select state.*, friendly_name from alert_unit state join unit using (data_id)
          where state.status = 'high' and told = 'high' and told_at >= state.changed_at and acknowledged_at is null
            and coalesce(snoozed_until, 0) <= ${now} and rested_at is null
            and not exists (
              select from unit_maintenance work
              where work.data_id = state.data_id and from_at <= ${now} and to_at > ${now}
            )
            and state.alert_id not in (select alert_id from alert_notice)
            and exists (
              select from alert_person join app_user person on person.id = user_id
              join entity on entity.id = person.entity_id
              where alert_person.alert_id = state.alert_id and not unsubscribed and person.status = 'active'
                and entity.status = 'active' and user_id <> all (state.informed)
            )
        ), claimed as (
          select id, entity_id, source from alert where id in (select alert_id from unheard)
            and id > ${after}
          order by id limit ${limit} for no key update skip locked
        )
        select claimed.id, entity_id, source, data_id, friendly_name, at, changed_at, value
        from claimed join unheard on alert_id = claimed.id order by claimed.id, data_id`.execute(db)
      const byAlert = Map.groupBy(rows, ({ id }) => id)
      return [...byAlert.values()].flatMap((of) => {
        const [first] = of
        if (first === undefined) return []
        return { alert: { id: first.id, entity: first.entity_id, source: first.source }, units: of.map(unitOf) }
      })
    },
  }
}

interface Row {
  id: AlertId
  entity_id: EntityId
  source: string | null
  data_id: DataId
  friendly_name: string
  at: number | null
  changed_at: number
  value: number | null
}

function unitOf({ data_id: dataId, friendly_name: name, at, changed_at: notedAt, value }: Row): ToldUnit {
  return { dataId, name, status: 'high', at, notedAt, value, changes: 1 }
}
