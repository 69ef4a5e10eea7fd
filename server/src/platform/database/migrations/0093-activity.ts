import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was done to a unit and to what belongs to it (`unit/source`), and what a user did.
  await sql`
    create index audit_log_subject on audit_log (subject_id text_pattern_ops, at desc);
    create index audit_log_user on audit_log (user_id, at desc);
  `.execute(db)
}
