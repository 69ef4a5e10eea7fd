import { type Kysely, sql } from 'kysely'

/** Work that outlives its request is in one table: what is done with many units, and deletions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table unit_job rename to job;
    alter table job rename column asked to payload;
    alter table job alter column created_by drop not null;
    alter table job add column subject text;
    alter table job add column result jsonb;
    alter table job add column held_by text;
    alter table job add column taken_at timestamptz;
    alter table job add column tries integer not null default 0;
    alter table job add column due_at bigint not null default 0;
    comment on table job is 'work that outlives its request; times are epoch milliseconds';
    comment on column job.subject is 'what it is about; one job of a kind is open for it';
    comment on column job.held_by is 'the server that does its next step';
    comment on column job.taken_at is 'when a server took it last: the jobs of a kind have turns';
    comment on column job.tries is 'how often its next step failed';
    comment on column job.due_at is 'no server takes it before';
    update job set kind = case kind when 'import' then 'import units' when 'change' then 'change units' else 'undo import of units' end,
      result = case when tokens_at is not null then jsonb_build_object('tokensAt', tokens_at) end;
    alter table job drop column tokens_at;
    insert into job (kind, subject, payload, created_at, created_by, entity_id, address, due_at)
      select 'delete ' || kind, subject, '{}', asked_at, asked_by, (select entity_id from app_user where id = asked_by), address,
        coalesce(retry_at, 0)
      from deletion order by id;
    drop table deletion;
    drop index unit_job_running;
    alter index unit_job_of_user rename to job_of_user;
    create index job_open on job (kind, taken_at nulls first, id) where ended_at is null;
    create unique index job_once on job (kind, subject) where ended_at is null;
  `.execute(db)
}
