import { type Kysely, sql } from 'kysely'

/** A file is looked at as a whole before it is imported. Settings say where the table of a file is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table record_import add column look json;
    comment on column record_import.look is 'what was seen of the file so far, before it is imported';
    update record_import set settings = (settings - 'headings') || jsonb_build_object(
      'lineBreak', 'lf', 'comment', null, 'missing', '[]'::jsonb, 'seriesColumn', null,
      'headingLine', case when (settings ->> 'headings')::boolean then 1 end,
      'firstLine', case when (settings ->> 'headings')::boolean then 2 else 1 end,
      'columns', (
        select coalesce(jsonb_agg(one || '{"unit": null, "series": null}'), '[]')
        from jsonb_array_elements(settings -> 'columns') one
      )
    ) where settings ? 'headings';
  `.execute(db)
}
