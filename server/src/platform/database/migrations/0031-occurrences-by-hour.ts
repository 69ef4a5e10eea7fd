import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The occurrences of a table that begin in an hour, epoch milliseconds: how many, how long together until their ends, and the longest.
  // Hours before `summed_to` are there; what begins later is counted one by one. A key that refers to the table would be looked up for
  // each occurrence, which takes longer than to store it: what belongs to a table goes with it by a trigger.
  await sql`
    create table event_hour (
      event_table bigint not null,
      hour bigint not null,
      count bigint not null,
      duration bigint not null,
      longest bigint not null,
      longest_at bigint not null,
      primary key (event_table, hour)
    );

    alter table event_table add column summed_to bigint not null default 0;
    alter table event_occurrence drop constraint event_occurrence_event_table_fkey;

    create function remove_occurrences() returns trigger language plpgsql as $$
    begin
      delete from event_occurrence using gone where event_occurrence.event_table = gone.id;
      delete from event_hour using gone where event_hour.event_table = gone.id;
      return null;
    end $$;
    create trigger remove_occurrences after delete on event_table
      referencing old table as gone for each statement execute function remove_occurrences();
  `.execute(db)
  await sql`
    update event_table set summed_to = known.newest - known.newest % 3600000
    from (select event_table as id, max(start_at) as newest from event_occurrence group by event_table) known
    where known.id = event_table.id`.execute(db)
  await sql`
    insert into event_hour (event_table, hour, count, duration, longest, longest_at)
    select event_table, hour, count(*), sum(duration), max(duration), -(max(array[duration, -start_at]))[2]
    from (
      select occurrence.event_table, occurrence.start_at, occurrence.start_at - occurrence.start_at % 3600000 as hour,
        coalesce(end_at, last_at) - occurrence.start_at as duration
      from event_occurrence occurrence join event_table on event_table.id = occurrence.event_table
      where occurrence.start_at < summed_to
    ) occurrence
    group by event_table, hour`.execute(db)
}
