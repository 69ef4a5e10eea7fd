import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Event tables that read texts or booleans, and whose occurrences were found when values were numbers only, are found anew in the background.
  await sql`
    with stale as (
      update event_table set filled_to = start_at, fill_done = 0, fill_total = null, corrections = '[]',
        revision = revision + 1
      where ended_at is null and exists (
        select from jsonb_array_elements(inputs) input
        join source on source.data_id = event_table.data_id and source.name = input ->> 'source'
        where source.field_types ->> (input ->> 'field') in ('string', 'bool', 'mixed')
      ) and not exists (
        select from event_occurrence where event_table = event_table.id and starts is not null
      ) returning id::text
    ), woken as (
      update arrival_follower set unfinished = true from stale where consumer = 'events' and arrival_follower.id = stale.id
    )
    update arrival_cursor set received_after = 0 from stale where consumer = 'events' and follower = stale.id`.execute(
    db,
  )
}
