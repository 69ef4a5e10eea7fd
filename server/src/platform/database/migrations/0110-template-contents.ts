import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Kept beside the definition, because reading hundreds of definitions in order to count their widgets takes seconds. In `contents`, in
  // this order: charts, gauges, cards, tables, maps, event logs, event tables, reports, formulas.
  const count = (path: string) => `jsonb_array_length(jsonb_path_query_array(definition, '${path}'))`
  const counts = [
    '$.timeSeries.charts[*]',
    '$.overview.gauges[*]',
    '$.overview.infoCards[*], $.overview.statistics[*]',
    '$.overview.tables[*]',
    '$.overview.maps[*]',
    '$.overview.eventLog',
    '$.events[*]',
    '$.reports.*',
    'strict $.**.calculate',
  ].map((paths) => paths.split(', ').map(count).join(' + '))
  await sql`
    alter table template
      add column title text generated always as (coalesce(definition ->> 'title', '')) stored,
      add column contents integer[] generated always as (array[${sql.raw(counts.join(', '))}]) stored;
    create index unit_default_template on unit (default_template) where default_template is not null;
  `.execute(db)
}
