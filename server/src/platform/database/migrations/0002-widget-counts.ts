import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The kinds of widgets on the overview, and how many there are of each, in the same order. Counts every kind, also those of later releases.
  const overview = (path: string) => `jsonb_path_query_array(definition, '$.overview.keyvalue().${path}')`
  await sql`
    alter table template
      add column widget_kinds jsonb generated always as (${sql.raw(overview('key'))}) stored,
      add column widget_counts jsonb generated always as (${sql.raw(overview('value.size()'))}) stored
  `.execute(db)
}
