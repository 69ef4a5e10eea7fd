import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Takes a unit out of everyone's reach. Use it in a transaction. */
export function createUnitDetachStore(db: Db) {
  return {
    /** From now on it cannot sign in, belongs to no one and shows nothing; its dataID stays taken until all of it is gone. */
    detach: async (dataId: DataId, now: number): Promise<void> => {
      await sql`
        update unit set deleted_at = ${now}::bigint, active = false, token_hash = sha256(gen_random_uuid()::text::bytea),
          default_template = null, custom_template = null, image = '', dev_eui = null, imei = null, version = version + 1
        where data_id = ${dataId}`.execute(db)
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
