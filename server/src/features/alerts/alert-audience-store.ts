import type { AlertId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import type { Caller } from '#platform/http/caller.ts'
import { SOURCES_OF_ADMINS } from '#records/store/source-policy.ts'

/** A person or program that reads alerts. */
export type AlertReader = Pick<Caller, 'role' | 'userId'> & { readonly reach: readonly EntityId[] }

/** For whom an alert exists, as far as that can be said without their reach. */
export interface Audience {
  readonly alertId: AlertId
  readonly entity: EntityId
  /** Those who own it or with whom it is shared. */
  readonly people: readonly UserId[]
  /** Whether it concerns a source that only admins read. */
  readonly ofAdmins: boolean
}

export type AlertAudienceStore = ReturnType<typeof createAlertAudienceStore>

/** Whether an `alert` concerns a source that only admins read, on any of its units. */
export const IS_OF_ADMINS = sql<boolean>`(
  coalesce(alert.source, '') = any (${[...SOURCES_OF_ADMINS]}::text[])
  or alert.event is not null and exists (
    select from alert_unit watched
    join event_table followed on followed.data_id = watched.data_id and followed.name = alert.event
    where watched.alert_id = alert.id and (
      followed.source = any (${[...SOURCES_OF_ADMINS]}::text[]) or exists (
        select from jsonb_array_elements(followed.inputs) input
        where input ->> 'source' = any (${[...SOURCES_OF_ADMINS]}::text[])
      )
    )
  )
)`

/** As `requireMaySee` decides it, of an `alert`: every list of alerts asks this. */
export function isAlertSeen(reader: AlertReader): RawBuilder<boolean> {
  const ofEntity = sql`alert.entity_id = any (${[...reader.reach]})`
  const isReached = sql`(${ofEntity} or exists (
    select from alert_unit watched where watched.alert_id = alert.id and ${isUnitInReach(sql`watched.data_id`, reader.reach)}
  ))`
  const isNamed = sql`exists (
    select from alert_person named where named.alert_id = alert.id and named.user_id = ${reader.userId}
  )`
  if (isAdmin(reader)) return sql<boolean>`(${ofEntity} or ${isNamed} and ${isReached})`
  return sql<boolean>`(${isNamed} and ${isReached} and not ${IS_OF_ADMINS})`
}

/** As `requireMayChange` decides it, of an `alert` that the reader may see. */
export function mayAlertBeChanged(reader: AlertReader): RawBuilder<boolean> {
  const ofEntity = isAdmin(reader) ? sql`alert.entity_id = any (${[...reader.reach]})` : sql`false`
  return sql<boolean>`(${ofEntity} or exists (
    select from alert_person named where named.alert_id = alert.id and named.user_id = ${reader.userId} and owns
  ))`
}

/** Who may hear of alerts. */
export function createAlertAudienceStore(db: Db) {
  return {
    listAudiences: async (alertIds: readonly AlertId[]): Promise<Audience[]> => {
      const { rows } = await sql<{ id: AlertId; entityId: EntityId; people: UserId[]; ofAdmins: boolean }>`
        select id, entity_id, array(select user_id from alert_person where alert_id = alert.id) as people,
          ${IS_OF_ADMINS} as of_admins
        from alert where id = any (${[...alertIds]})`.execute(db)
      return rows.map(({ id: alertId, entityId: entity, people, ofAdmins }) => {
        return { alertId, entity, people, ofAdmins }
      })
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
