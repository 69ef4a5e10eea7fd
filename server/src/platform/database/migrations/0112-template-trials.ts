import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A unit that tries a copy in place of the template that it shares. It ends with the copy, and with either template or the unit.
  await sql`
    create table template_trial (
      data_id text primary key references unit (data_id) on delete cascade,
      copy_id text not null unique references template (id) on delete cascade,
      template_id text not null references template (id) on delete cascade,
      started_at timestamptz not null,
      started_by text not null
    );
    create index template_trial_template on template_trial (template_id);
  `.execute(db)
}
