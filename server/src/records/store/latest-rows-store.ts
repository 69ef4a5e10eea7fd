import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { LatestValue, LatestValuesRequest } from './record-reader.ts'

interface FoundInRows {
  readonly values: readonly LatestValue[]
  /** Where to continue; undefined when there are no older rows. */
  readonly next: number | undefined
}

/** The latest values of fields within a number of the newest rows of a source. */
export async function findInRows(
  db: Db,
  sourceKey: number,
  { fields, until, limit }: LatestValuesRequest & { limit: number },
): Promise<FoundInRows> {
  const { rows } = await sql<{
    count: number
    oldest: string | null
    found: { field: string; at: number; received_at: number; value: Exclude<FieldValue, null> }[] | null
  }>`
    with newest as materialized (
      select at, received_at, fields from record_row
      where source_key = ${sourceKey} and at <= to_timestamp(${until}::float8 / 1000)
        and first_at <= to_timestamp(${until}::float8 / 1000)
      order by at desc limit ${limit}
    ), found as (
      select distinct on (field.key) field.key as field, field.value,
        (date_part('epoch', at) * 1000)::bigint as at, (date_part('epoch', received_at) * 1000)::bigint as received_at
      from newest cross join lateral json_each(newest.fields) field
      where field.key = any (${[...fields]}::text[]) and json_typeof(field.value) <> 'null'
      order by field.key, newest.at desc
    )
    select (select count(*)::int from newest) as count,
      (select (date_part('epoch', min(at)) * 1000)::bigint from newest) as oldest,
      (select json_agg(found) from found) as found`.execute(db)
  const [row] = rows
  const values = (row?.found ?? []).map(({ field, at, received_at: receivedAt, value }) => ({
    field,
    at,
    receivedAt,
    value,
  }))
  const isFull = row !== undefined && row.count === limit && row.oldest !== null
  return { values, next: isFull ? Number(row.oldest) - 1 : undefined }
}
