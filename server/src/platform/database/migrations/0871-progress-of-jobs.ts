import { type Kysely, sql } from 'kysely'

/** Jobs say what they are about and how far they are, so that all that is under way can be listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job add column name text;
    alter table job add column done bigint not null default 0;
    alter table job add column total bigint;
    comment on column job.name is 'what it is about was called so when the job began';
    comment on column job.total is 'null: no one counts them, as of records that are deleted';
    update job set done = counted.done, total = counted.total from (
      select job_id, count(*) filter (where result is not null) as done, count(*) as total from unit_job_item group by job_id
    ) counted where counted.job_id = job.id;
    update job set name = coalesce((select friendly_name from unit where data_id = subject), subject) where kind = 'delete unit';
    update job set name = coalesce((select name from entity where id = subject), subject) where kind = 'delete entity';
  `.execute(db)
}
