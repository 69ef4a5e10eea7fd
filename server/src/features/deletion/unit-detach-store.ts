import type { AlertId, DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import { languageOf } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import { notifyWebhooks } from '#features/alerts/alert-end-store.ts'

/** An alert that watched a unit which is deleted. */
interface DetachedAlert {
  readonly alertId: AlertId
  readonly entity: EntityId
  readonly name: string
  /** Whether it watches no other unit. */
  readonly ends: boolean
}

/** Takes a unit out of everyone's reach. Use it in a transaction. */
export function createUnitDetachStore(db: Db) {
  return {
    /** Ends those alerts that watch no other unit, with the reason. */
    leaveAlerts: async (dataId: DataId, reason: string, now: number): Promise<DetachedAlert[]> => {
      const { rows } = await sql<DetachedAlert>`
        select id as "alertId", entity_id as entity, name,
          not exists (select from alert_unit other where alert_id = alert.id and data_id <> ${dataId}) as ends
        from alert where exists (select from alert_unit where alert_id = alert.id and data_id = ${dataId})
        order by lower(name), id for update`.execute(db)
      const left = rows.map(({ alertId }) => ({ alertId, dataId }))
      await notifyWebhooks(db, left, { reason, now })
      await sql`delete from alert_unit where data_id = ${dataId}`.execute(db)
      const ended = rows.filter(({ ends }) => ends).map(({ alertId }) => alertId)
      await sql`
        update alert set ended_at = ${now}::bigint, ended_reason = ${reason}, version = version + 1
        where id = any (${ended})`.execute(db)
      return rows
    },

    /** The scheduled reports of the unit go with it. Returns who got them. */
    removeSchedules: async (dataId: DataId): Promise<(Required<Recipient> & { name: string })[]> => {
      const { rows } = await sql<Required<Recipient> & { name: string }>`
        select schedule.name, email, first_name as "firstName", ${languageOf('person')} as language from report_schedule schedule
        join report_recipient on schedule_id = schedule.id join app_user person on person.id = user_id
        where data_id = ${dataId} and due_at is not null and person.status = 'active' order by email`.execute(db)
      await sql`delete from report_schedule where data_id = ${dataId}`.execute(db)
      return rows
    },

    /** From now on it cannot sign in, belongs to no one and shows nothing; its dataID stays taken until all of it is gone. */
    detach: async (dataId: DataId, now: number): Promise<void> => {
      await sql`
        update unit set deleted_at = ${now}::bigint, active = false, token_hash = sha256(gen_random_uuid()::text::bytea),
          default_template = null, custom_template = null, image = '', dev_eui = null, imei = null, version = version + 1
        where data_id = ${dataId}`.execute(db)
      await sql`
        update stored_file set loose_since = to_timestamp(0) from note
        where note.data_id = ${dataId} and note.picture is not null
          and stored_file.name in (note.picture, replace(note.picture, '.webp', '-small.webp'))`.execute(db)
      await sql`delete from unit_entity where data_id = ${dataId}`.execute(db)
      await sql`delete from unit_label where data_id = ${dataId}`.execute(db)
      await sql`delete from template where data_id = ${dataId}`.execute(db)
      await sql`delete from arrival_follower where data_id = ${dataId}`.execute(db)
      await sql`update sim set data_id = null, version = version + 1 where data_id = ${dataId}`.execute(db)
      await sql`update app_user set units = array_remove(units, ${dataId}) where ${dataId} = any (units)`.execute(db)
      await sql`
        update record_import set state = 'cancelled', ended_at = ${new Date(now)}
        where data_id = ${dataId} and ended_at is null`.execute(db)
    },
  }
}
