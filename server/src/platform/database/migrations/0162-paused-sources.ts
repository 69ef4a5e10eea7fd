import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The sources whose records are not stored: the marker of Pause Measurements pauses all sources of the sensor.
  await sql`
    alter table unit add column paused_sources text[] not null generated always as (
      case when 'sensor_PAGESensor' = any (paused_data) then paused_data || array['nitrate', 'potassium', 'ph']
      else paused_data end
    ) stored;
  `.execute(db)
}
