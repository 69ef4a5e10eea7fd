import { type Kysely, sql } from 'kysely'

/**
 * The means of event tables weigh values by time instead of by readings: tables with columns are found again in the background. What retention
 * left without records stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with stale as (
      update event_table set filled_to = start_at, fill_done = 0, fill_total = null, corrections = '[]',
        revision = revision + 1
      where ended_at is null and inputs <> '[]' returning id::text
    ), woken as (
      update arrival_follower set unfinished = true from stale where consumer = 'events' and arrival_follower.id = stale.id
    )
    update arrival_cursor set received_after = 0, received_at = null
    from stale where consumer = 'events' and follower = stale.id
  `.execute(db)
}
