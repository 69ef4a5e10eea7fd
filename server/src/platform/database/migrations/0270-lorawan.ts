import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What identifies an uplink is long, and only compared: SHA-256 of it.
  await sql`
    create table lorawan_uplink (
      data_id text references unit (data_id) on delete cascade,
      id bytea,
      arrived_at bigint not null,
      primary key (data_id, id)
    );
    create table template_codec (
      template_id text primary key references template (id) on delete cascade,
      code text not null
    );
  `.execute(db)
}
