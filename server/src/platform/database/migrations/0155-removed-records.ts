import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Before this time (epoch milliseconds) retention removed records of the source, so that nothing can be found in them again. What was
  // removed earlier is not known: everything before the first record counts. A calculated source has what its equation gives.
  await sql`alter table source add column removed_before bigint`.execute(db)
  await sql`
    update source set removed_before = (
      select least(
        (select min(start_at) from record_chunk chunk where chunk.source_key = source.source_key and times is not null),
        (select (extract(epoch from min(at)) * 1000)::bigint from record where record.source_key = source.source_key)
      )
    )
    where not exists (
      select from calculation where calculation.data_id = source.data_id and calculation.name = source.name
    )`.execute(db)
}
