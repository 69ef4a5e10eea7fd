import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert add column schedule jsonb;
    comment on column alert.schedule is 'when an alert on a place counts; null: always';
    alter table alert_unit add column deadline_at bigint;
    comment on column alert_unit.deadline_at is 'when it is looked at whether the unit arrived in time; 0: not known yet';
    create index alert_unit_deadline on alert_unit (deadline_at) where deadline_at is not null;
  `.execute(db)
}
