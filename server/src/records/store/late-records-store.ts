import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#platform/database/database.ts'
import { momentOf } from './moment.ts'

/** Records of one source in the order of time that lie among those of a chunk. They travel as text that nothing takes apart on the way. */
export interface LateRecords {
  /** The first and the last time, epoch milliseconds. */
  readonly startAt: number
  readonly endAt: number
  readonly count: number
  /** Epoch milliseconds, each later than the one before, with commas between them. */
  readonly times: string
  /** The fields of each, one JSON object a line. */
  readonly json: string
}

interface LateArrival {
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
  const given = givenOf(sourceKey, late)
  const bounds = given.slice(0, 3)
  const { rows } = await connection.query<{ rows: boolean; late: boolean }>(FIND_STORED, bounds)
  if (rows[0]?.rows === true) await connection.query(REMOVE_ROWS, [...given, receivedAt])
  if (rows[0]?.late === true) {
    // Compaction may be removing some: the statement behind the lock sees what it leaves.
    await connection.query(LOCK_LATE, bounds)
    await connection.query(REMOVE_LATE, given)
  }
  for (const some of inParts(late)) {
    const counts = some.map(({ count }) => count)
    const lines = some.map(({ json }) => json).join(BETWEEN)
    await connection.query(INSERT_LATE, [...givenOf(sourceKey, some), receivedAt, counts, lines])
  }
}

/** Characters that are written at once: a statement of all records of a body would hold up everyone else. */
const CHARACTERS_AT_ONCE = 2_000_000

function* inParts(late: readonly LateRecords[]): Generator<readonly LateRecords[]> {
  let [start, characters] = [0, 0]
  for (const [index, { json }] of late.entries()) {
    characters += json.length
    if (characters < CHARACTERS_AT_ONCE && index < late.length - 1) continue
    yield late.slice(start, index + 1)
    start = index + 1
    characters = 0
  }
}

function givenOf(sourceKey: number, late: readonly LateRecords[]): [number, number[], number[], string] {
  const times = late.map((part) => part.times).join(BETWEEN)
  return [sourceKey, late.map(({ startAt }) => startAt), late.map(({ endAt }) => endAt), times]
}

/** Texts travel as one, which spares escaping them: neither JSON nor times have form feeds. */
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
    from unnest($2::float8[], $3::float8[], string_to_array($4, E'\\f')) one (first, last, times)
  )`

/** The records of a row of late ones, one by one. */
const TAKEN_APART = `
  unnest(string_to_array(late.times, ','), string_to_array(late.lines, E'\\n')) with ordinality one (ms, line, place)`

/** What is left of a row of late records. */
const LEFT = `
  late.id, string_agg(ms, ',' order by place) as times, string_agg(line, E'\\n' order by place) as lines,
  count(*)::integer as count, to_timestamp(min(ms::float8) / 1000)::timestamptz(3) as first_at,
  to_timestamp(max(ms::float8) / 1000)::timestamptz(3) as last_at`

const KEEP = `
  update record_late late
  set times = kept.times, lines = kept.lines, count = kept.count, first_at = kept.first_at, last_at = kept.last_at
  from kept`

const REMOVE_ROWS = {
  name: 'remove-rows-under-late',
  text: `
    with ${GIVEN}, there as materialized (
      select at, times from given join record
        on source_key = $1::bigint and at between first_at and last_at and received_at < to_timestamp($5::float8 / 1000)
    )
    delete from record where source_key = $1::bigint and at in (
      select at from there where (extract(epoch from at) * 1000)::float8 = any (string_to_array(times, ',')::float8[])
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
      select distinct late.id, late.times from given join record_late late
        on source_key = $1::bigint and late.last_at >= given.first_at and late.first_at <= given.last_at
    ), replaced as (
      select id, ms from there cross join lateral unnest(string_to_array(there.times, ',')::bigint[]) one (ms)
      join (select unnest(string_to_array(times, ',')::bigint[]) as ms from given) wanted using (ms)
    ), kept as (
      select ${LEFT} from record_late late cross join lateral ${TAKEN_APART}
      where id in (select id from replaced)
        and not exists (select from replaced where replaced.id = late.id and replaced.ms = one.ms::bigint)
      group by id
    ), gone as (
      delete from record_late where id in (select id from replaced) and id not in (select id from kept)
    )
    ${KEEP} where late.id = kept.id`,
}

const INSERT_LATE = {
  name: 'insert-late',
  text: `
    insert into record_late (source_key, received_at, first_at, last_at, count, times, lines)
    select $1::bigint, to_timestamp($5::float8 / 1000), to_timestamp(first / 1000), to_timestamp(last / 1000), count,
      times, lines
    from unnest(
      $2::float8[], $3::float8[], string_to_array($4, E'\\f'), $6::integer[], string_to_array($7, E'\\f')
    ) given (first, last, times, count, lines)`,
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
      select ${sql.raw(LEFT)}, late.count as before
      from record_late late cross join lateral ${sql.raw(TAKEN_APART)}
      where ${touches} and not ms::float8 between ${from} and ${until}
      group by id
    ), changed as (
      ${sql.raw(KEEP)} where late.id = kept.id and late.count > kept.count
      returning kept.before - kept.count as removed
    )
    select coalesce(sum(removed), 0)::int as removed from changed`.execute(db)
  return (rows[0]?.removed ?? 0) + (cut.rows[0]?.removed ?? 0)
}
