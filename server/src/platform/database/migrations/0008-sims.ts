import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Each entity has its own list, and does not learn that another one lists the same card.
  await sql`
    create table sim (
      id text primary key,
      entity_id text not null references entity (id),
      iccid text not null,
      imsi text not null default '',
      msisdn text not null default '',
      imei text not null default '',
      label text not null default '',
      operator text not null default '',
      status text not null default 'active' check (status in ('active', 'suspended', 'inactive')),
      data_id text references unit (data_id) on delete set null,
      ip text not null default '',
      data_used bigint,
      data_limit bigint,
      used_at timestamptz,
      last_session_at timestamptz,
      updated_at timestamptz not null,
      unique (entity_id, iccid)
    );
    create index sim_unit on sim (data_id);
  `.execute(db)
}
