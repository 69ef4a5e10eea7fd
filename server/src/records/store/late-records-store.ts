import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#platform/database/database.ts'
import { momentOf } from './moment.ts'

/** Records of one source in the order of time that lie among those of a chunk. */
export interface LateRecords {
  /** Epoch milliseconds, each later than the one before. */
  readonly at: Float64Array
  /** The fields of each, one JSON object a line. */
  readonly json: string
}

export interface LateArrival {
  readonly sourceKey: number
  readonly receivedAt: number
  /** Their times do not overlap. */
  readonly late: readonly LateRecords[]
}

/**
 * Stores late records in place of rows and other late records with the same times. The transaction has to hold the row of the
 * source, and no statement of it may have begun before that: others of the source could be missed.
 */
export async function writeLate(
  connection: Pick<pg.ClientBase, 'query'>,
  { sourceKey, receivedAt, late }: LateArrival,
): Promise<void> {
  if (late.length === 0) return
  const bounds = [sourceKey, late.map(({ at }) => at[0]), late.map(({ at }) => at.at(-1))]
  const given = [...bounds, late.map(({ at }) => `{${at.join(',')}}`)]
  const { rows } = await connection.query<{ rows: boolean; late: boolean }>(FIND_STORED, bounds)
  if (rows[0]?.rows === true) await connection.query(REMOVE_ROWS, [...given, receivedAt])
  if (rows[0]?.late === true) {
    // Compaction may be removing some: the statement behind the lock sees what it leaves.
    await connection.query(LOCK_LATE, bounds)
    await connection.query(REMOVE_LATE, given)
  }
  await connection.query(INSERT_LATE, [sourceKey, receivedAt, given[3], late.map(({ json }) => json).join(BETWEEN)])
}

/** Texts travel as one, which spares escaping them: JSON has no form feeds. */
const BETWEEN = '\f'

/** Whether rows and late records lie where new ones will. */
const FIND_STORED = {
  name: 'find-stored-under-late',
  text: `
    with given as materialized (
      select to_timestamp(first / 1000)::timestamptz(3) as first_at, to_timestamp(last / 1000)::timestamptz(3) as last_at
      from unnest($2::float8[], $3::float8[]) one (first, last)
    )
    select exists (
      select from given cross join lateral (
        select from record where source_key = $1::bigint and at between first_at and last_at limit 1
      ) one
    ) as rows, exists (
      select from given cross join lateral (
        select from record_late late
        where source_key = $1::bigint and late.last_at >= given.first_at and late.first_at <= given.last_at limit 1
      ) one
    ) as late`,
}

const GIVEN = `
  given as materialized (
    select to_timestamp(first / 1000)::timestamptz(3) as first_at, to_timestamp(last / 1000)::timestamptz(3) as last_at, times
    from unnest($2::float8[], $3::float8[], $4::text[]) one (first, last, times)
  )`

const REMOVE_ROWS = {
  name: 'remove-rows-under-late',
  text: `
    with ${GIVEN}, there as materialized (
      select at, times from given join record
        on source_key = $1::bigint and at between first_at and last_at and received_at < to_timestamp($5::float8 / 1000)
    )
    delete from record where source_key = $1::bigint and at in (
      select at from there where (extract(epoch from at) * 1000)::float8 = any (times::float8[])
    )`,
}

const LOCK_LATE = {
  name: 'lock-late',
  text: `
    select from record_late where source_key = $1::bigint and id in (
      select id from record_late late
      join unnest($2::float8[], $3::float8[]) one (first, last)
        on source_key = $1::bigint and last_at >= to_timestamp(first / 1000)::timestamptz(3)
          and first_at <= to_timestamp(last / 1000)::timestamptz(3)
    )
    order by id for update`,
}

/** What is left of late records without those that new ones replace; nothing is left of some. */
const REMOVE_LATE = {
  name: 'remove-late-under-late',
  text: `
    with ${GIVEN}, there as materialized (
      select id, late.at, fields, given.times from given join record_late late
        on source_key = $1::bigint and late.last_at >= given.first_at and late.first_at <= given.last_at
    ), replaced as (
      select distinct there.id, one.at from there cross join lateral unnest(there.at) one (at)
      join lateral unnest(there.times::float8[]) other (ms) on (extract(epoch from one.at) * 1000)::float8 = other.ms
    ), kept as (
      select id, array_agg(one.at order by one.at) as at, array_agg(one.fields order by one.at) as fields
      from record_late late cross join lateral unnest(late.at, late.fields) one (at, fields)
      where id in (select id from replaced)
        and not exists (select from replaced where replaced.id = late.id and replaced.at = one.at)
      group by id
    ), gone as (
      delete from record_late where id in (select id from replaced) and id not in (select id from kept)
    )
    update record_late late
    set at = kept.at, fields = kept.fields, count = cardinality(kept.at), first_at = kept.at[1],
      last_at = kept.at[cardinality(kept.at)]
    from kept where late.id = kept.id`,
}

const INSERT_LATE = {
  name: 'insert-late',
  text: `
    with encoded as (
      select array(
          select to_timestamp(ms / 1000)::timestamptz(3) from unnest(times::float8[]) with ordinality one (ms, place)
          order by place
        ) as at, string_to_array(json, E'\\n') as fields
      from unnest($3::text[], string_to_array($4, E'\\f')) given (times, json)
    )
    insert into record_late (source_key, received_at, first_at, last_at, count, at, fields)
    select $1::bigint, to_timestamp($2::float8 / 1000), at[1], at[cardinality(at)], cardinality(at), at, fields
    from encoded`,
}

/** Removes late records of a range (epoch ms) that had arrived at a moment, and returns how many. */
export async function removeLateWithin(
  db: Db,
  sourceKey: number,
  { from = -Infinity, until, arrivedBy = Infinity }: { from?: number; until: number; arrivedBy?: number },
): Promise<number> {
  const touches = sql`
    source_key = ${sourceKey} and last_at >= ${momentOf(from)} and first_at <= ${momentOf(until)}
    and received_at <= ${momentOf(arrivedBy)}`
  const { rows: touched } = await sql`select from record_late where ${touches} order by id for update`.execute(db)
  if (touched.length === 0) return 0
  const { rows } = await sql<{ removed: number }>`
    with gone as (
      delete from record_late where ${touches} and first_at >= ${momentOf(from)} and last_at <= ${momentOf(until)}
      returning count
    )
    select coalesce(sum(count), 0)::int as removed from gone`.execute(db)
  const cut = await sql<{ removed: number }>`
    with kept as materialized (
      select id, array_agg(one.at order by one.at) as at, array_agg(one.fields order by one.at) as fields,
        record_late.count as before
      from record_late cross join lateral unnest(record_late.at, record_late.fields) one (at, fields)
      where ${touches} and not one.at between ${momentOf(from)} and ${momentOf(until)}
      group by id
    ), changed as (
      update record_late late
      set at = kept.at, fields = kept.fields, count = cardinality(kept.at), first_at = kept.at[1],
        last_at = kept.at[cardinality(kept.at)]
      from kept where late.id = kept.id and late.count > cardinality(kept.at)
      returning kept.before - late.count as removed
    )
    select coalesce(sum(removed), 0)::int as removed from changed`.execute(db)
  return (rows[0]?.removed ?? 0) + (cut.rows[0]?.removed ?? 0)
}
