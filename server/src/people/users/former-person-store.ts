import type { UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** People who were deleted: logs keep their names until these are erased. */
export function createFormerPersonStore(db: Db) {
  return {
    /** Those who had an address, in any case of letters. */
    listByEmail: async (email: string): Promise<UserId[]> => {
      const { rows } = await sql<{ id: UserId }>`
        select id from former_person where lower(email) = lower(${email})`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Erases names, addresses and numbers from all logs. What was done and delivered stays. Use it in a transaction. */
    erase: async (ids: readonly UserId[], email: string): Promise<void> => {
      const whose = sql`any (${[...ids]}::text[])`
      await sql`delete from former_person where id = ${whose}`.execute(db)
      await sql`
        update audit_log set before = null, after = null
        where subject_kind = 'user' and subject_id = ${whose}`.execute(db)
      await sql`update alert_notification set recipient = '' where user_id = ${whose}`.execute(db)
      await sql`update report_mail set address = '' where user_id = ${whose}`.execute(db)
      await sql`update outbox set recipient = '' where recipient = ${email} and (sent_at is not null or failed_at is not null)`.execute(
        db,
      )
    },
  }
}
