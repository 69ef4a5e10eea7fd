import { type Kysely, sql } from 'kysely'

/** When the admins of a codec were last told that it rests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table template_codec add column told_at bigint;
    comment on column template_codec.told_at is 'epoch milliseconds when its admins were last told that it rests'
  `.execute(db)
}
