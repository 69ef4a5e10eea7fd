import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Moves a unit with everything that belongs to it to another dataID. Use it in a transaction. */
export function createDataIdStore(db: Db) {
  return {
    /** Frees a former dataID of the unit itself. */
    forgetFormer: async (former: DataId, unit: DataId): Promise<void> => {
      await sql`delete from unit where data_id = ${former} and renamed_to = ${unit}`.execute(db)
    },

    isTaken: async (dataId: DataId): Promise<boolean> => {
      const found = await db.selectFrom('unit').select('dataId').where('dataId', '=', dataId).executeTakeFirst()
      return found !== undefined
    },

    /**
     * Copies the row of the unit, moves what refers to it, and keeps the former row out of everyone's reach: no other unit gets the former
     * dataID, whose records a server might still know by it.
     */
    move: async (from: DataId, to: DataId, now: number): Promise<void> => {
      // Only one unit that is not deleted may have an identifier of a device.
      await sql`update unit set deleted_at = ${now}::bigint where data_id = ${from}`.execute(db)
      const columns = sql.join((await listStoredColumns(db)).map((column) => sql.ref(column)))
      await sql`
        insert into unit (${columns}) select ${columns} from (
          select (jsonb_populate_record(null::unit, to_jsonb(unit) || jsonb_build_object('data_id', ${to}::text, 'deleted_at', null))).*
          from unit where data_id = ${from}
        ) copy`.execute(db)
      for (const { table, column } of await listReferences(db)) {
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(db)
      }
      await moveFollowers(db, from, to)
      await sql`update rejected_message set data_id = ${to} where data_id = ${from}`.execute(db)
      await sql`update unit_job_item set data_id = ${to} where data_id = ${from} and result is null`.execute(db)
      await sql`update app_user set units = array_replace(units, ${from}, ${to}) where ${from} = any (units)`.execute(
        db,
      )
      await sql`update stored_file set subject = ${`unit:${to}`} where subject = ${`unit:${from}`}`.execute(db)
      await sql`
        update alert_notification set units = array_replace(units, ${from}, ${to}), notified = (
          select coalesce(jsonb_agg(case when one ->> 'dataId' = ${from}
            then one || jsonb_build_object('dataId', ${to}::text) else one end), '[]') from jsonb_array_elements(notified::jsonb) one
        )
        where ${from} = any (units)`.execute(db)
      await sql`
        update unit set renamed_to = ${to}, deleted_at = ${now}::bigint, active = false,
          token_hash = sha256(gen_random_uuid()::text::bytea), default_template = null, custom_template = null, image = '', dev_eui = null, imei = null
        where data_id = ${from}`.execute(db)
    },
  }
}

/** The columns of a unit, without those that PostgreSQL computes. */
async function listStoredColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute
    where attrelid = 'unit'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db)
  return rows.map(({ column }) => column)
}

/** Every column that refers to a unit, so that a table that comes later is moved too. */
async function listReferences(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'unit'::regclass order by relname, attname`.execute(db)
  return rows
}

/** Followers of alerts are named after their unit. */
async function moveFollowers(db: Db, from: DataId, to: DataId): Promise<void> {
  const named = sql`follower.consumer = 'alerts' and follower.data_id = ${to} and right(follower.id, length(${from}) + 1) = '/' || ${from}::text`
  const newId = sql`left(follower.id, -length(${from})) || ${to}::text`
  await sql`
    insert into arrival_follower
    select (jsonb_populate_record(null::arrival_follower, to_jsonb(follower) || jsonb_build_object('id', ${newId}))).*
    from arrival_follower follower where ${named}`.execute(db)
  await sql`
    update arrival_cursor cursor set follower = ${newId} from arrival_follower follower
    where ${named} and cursor.consumer = follower.consumer and cursor.follower = follower.id`.execute(db)
  await sql`delete from arrival_follower follower where ${named}`.execute(db)
}
