import type { AlertId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** For whom an alert exists, as far as that can be said without their reach. */
export interface Audience {
  readonly alertId: AlertId
  readonly entity: EntityId
  /** Those who own it or with whom it is shared. */
  readonly people: readonly UserId[]
}

export type AlertAudienceStore = ReturnType<typeof createAlertAudienceStore>

/** Who may hear of alerts. */
export function createAlertAudienceStore(db: Db) {
  return {
    listAudiences: async (alertIds: readonly AlertId[]): Promise<Audience[]> => {
      const { rows } = await sql<{ id: AlertId; entity_id: EntityId; people: UserId[] }>`
        select id, entity_id, array(select user_id from alert_person where alert_id = alert.id) as people
        from alert where id = any (${[...alertIds]})`.execute(db)
      return rows.map(({ id: alertId, entity_id: entity, people }) => ({ alertId, entity, people }))
    },

    /** Those that have a unit in reach. */
    listWithUnits: async (alertIds: readonly AlertId[], reach: readonly EntityId[]): Promise<ReadonlySet<AlertId>> => {
      const { rows } = await sql<{ id: AlertId }>`
        select id from unnest(${[...alertIds]}::text[]) asked (id) where exists (
          select from alert_unit join unit_entity using (data_id)
          where alert_id = asked.id and entity_id = any (${[...reach]})
        )`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
  }
}
