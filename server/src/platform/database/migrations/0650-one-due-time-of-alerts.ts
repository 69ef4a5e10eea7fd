import { type Kysely, sql } from 'kysely'

/** An alert on a unit has one time at which it acts by the clock, and none where it ended or the unit rests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_unit add column acts_at bigint generated always as (
      case when ended_at is null and rested_at is null then least(due_at, deadline_at) end
    ) stored;
    comment on column alert_unit.acts_at is 'the first of due_at and deadline_at; null where it ended or rests';
    create index alert_unit_acts on alert_unit (acts_at) where acts_at is not null;
    drop index alert_unit_due, alert_unit_deadline;
  `.execute(db)
}
