import type pg from 'pg'
import type { FieldTypeMap } from './field-types.ts'
import type { SourceGroup } from './ingest-batch.ts'
import type { UnitUpdate } from './unit-activity.ts'

/** A source whose key was read from the database. */
export interface SettledSource {
  readonly key: number
  readonly types: FieldTypeMap
  /** Whether the types are not in the database yet. */
  readonly typesChanged: boolean
}

interface Rows {
  readonly id?: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
  readonly groups: readonly SourceGroup[]
  readonly units: readonly UnitUpdate[]
}

/** The statement divides by zero when a source is missing or moved to another unit, so that nothing is stored. */
const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'

/**
 * Sources are updated in the order of their keys, so that two servers seldom deadlock; if they do, one retries. Neither JSON nor names of
 * units have line breaks, so many texts travel as one. A negative time is a stand-in time: all of a source move behind those that were given
 * before.
 */
const writeRowsText = (onConflict: string, stored: string): string => `
  with touched as (
    update source
    set last_received_at = greatest($3::timestamptz, source.last_received_at + interval '1 millisecond'),
        previous_received_at = source.last_received_at,
        field_types = coalesce(nullif(given.field_types, '')::jsonb, source.field_types),
        stand_in_until = coalesce(
          given.last_stand_in + greatest(0, source.stand_in_until + 1 - given.first_stand_in), source.stand_in_until
        )
    from unnest($1::bigint[], string_to_array($2, E'\\n'), $14::bigint[], $15::bigint[], string_to_array($16, E'\\n'))
      given (source_key, field_types, first_stand_in, last_stand_in, data_id)
    where source.source_key = given.source_key and source.data_id = given.data_id
    returning source.source_key, source.last_received_at, source.previous_received_at, source.stand_in_until,
      source.stand_in_until - given.last_stand_in as later
  ), stored as (
    insert into record (source_key, at, received_at, fields)
    select given.source_key, to_timestamp((case when given.at < 0 then touched.later - given.at else given.at end) / 1000),
      touched.last_received_at, given.fields::json
    from unnest($4::bigint[], $5::float8[], string_to_array($6, E'\\n')) given (source_key, at, fields)
    join touched using (source_key)
    ${onConflict}
  ), active as (
    update unit
    set last_activity_at = greatest(unit.last_activity_at, given.active_at),
        last_message = given.source,
        last_door = coalesce(given.door, last_door),
        current_lat = case when newer then given.lat else current_lat end,
        current_lon = case when newer then given.lon else current_lon end,
        located_at = case when newer then given.located_at else unit.located_at end
    from (
      select given.*, given.located_at >= coalesce(unit.located_at, '-infinity') as newer
      from unnest($7::text[], $8::timestamptz[], $9::text[], $10::timestamptz[], $11::float8[], $12::float8[], $13::text[])
        given (data_id, active_at, source, located_at, lat, lon, door)
      join unit using (data_id)
      order by given.data_id
    ) given
    where unit.data_id = given.data_id
  ), marked as (
    insert into ingest_commit (id, at, is_stored)
    select $17::text, $3, true
    where $17::text is not null and (select count(*) from touched) = cardinality($1::bigint[])
  )
  select source_key, (extract(epoch from last_received_at) * 1000)::bigint as received_at,
    (extract(epoch from previous_received_at) * 1000)::bigint as previous_received_at, stand_in_until, later,
    ${stored} as stored
  from touched
  where 1 / (case when (select count(*) from touched) = cardinality($1::bigint[]) then 1 else 0 end) = 1`

/** Plain inserts are twice as fast, where the records are known to be new. */
const INSERT_ROWS = { name: 'insert-rows', text: writeRowsText('', 'cardinality($4::bigint[])') }

const REPLACE_ROWS = {
  name: 'replace-rows',
  text: writeRowsText(
    `on conflict (source_key, at) do update set received_at = excluded.received_at, fields = excluded.fields
     where record.fields::text is distinct from excluded.fields::text
     returning 1`,
    '(select count(*) from stored)::int',
  ),
}

type Connection = pg.Pool | pg.PoolClient

/** Times are epoch milliseconds. */
export interface SourceArrival {
  readonly receivedAt: number
  /** When the records of the commit before arrived; 0 when there was none. */
  readonly previousReceivedAt: number
  readonly standInUntil: number
  /** Whether some records of the commit, of whatever source, were there already, so that they did not arrive again. */
  readonly isRepeated: boolean
}

/** By key of source. */
export type Arrivals = ReadonlyMap<number, SourceArrival>

/**
 * Writes records as rows, and the activity of their units, in one statement. A record replaces the one with the same time; one that is
 * the same altogether stays as it is, and does not arrive again: its unit lost the acknowledgement.
 * Returns the times of arrival; `gone` when a source is missing.
 */
export function writeRows(
  connection: Connection,
  rows: Rows,
  sources: readonly SettledSource[],
): Promise<Arrivals | 'gone'> {
  return write(connection, REPLACE_ROWS, rows, sources)
}

/** As `writeRows`, for records that should be the newest of their sources; `there` when they are not. */
export async function writeNewRows(
  connection: Connection,
  rows: Rows,
  sources: readonly SettledSource[],
): Promise<Arrivals | 'gone' | 'there'> {
  try {
    return await write(connection, INSERT_ROWS, rows, sources)
  } catch (error) {
    if (stateOf(error) === UNIQUE_VIOLATION) return 'there'
    throw error
  }
}

async function write(
  connection: Connection,
  statement: { name: string; text: string },
  rows: Rows,
  sources: readonly SettledSource[],
): Promise<Arrivals | 'gone'> {
  const { values: recordValues, standIns } = valuesOfRecords(rows, sources)
  const values = [...recordValues, ...valuesOfUnits(rows.units), ...standIns, rows.id]
  try {
    const result = await connection.query<TouchedRow>({ ...statement, values })
    // PostgreSQL skips the division when there are no rows, so a missing source shows in the row count.
    if (result.rows.length < sources.length) return 'gone'
    let given = 0
    for (const { records } of rows.groups) given += records.length
    const arrivals = new Map<number, SourceArrival>()
    const delays = new Map<number, number>()
    for (const row of result.rows) {
      arrivals.set(row.source_key, {
        receivedAt: row.received_at,
        previousReceivedAt: row.previous_received_at,
        standInUntil: row.stand_in_until,
        isRepeated: row.stored < given,
      })
      if (row.later) delays.set(row.source_key, row.later)
    }
    if (delays.size > 0) delayStandIns(rows.groups, sources, delays)
    return arrivals
  } catch (error) {
    if (stateOf(error) === DIVISION_BY_ZERO) return 'gone'
    throw error
  }
}

interface TouchedRow {
  source_key: number
  received_at: number
  previous_received_at: number
  stand_in_until: number
  later: number | null
  /** How many rows of all sources were stored. */
  stored: number
}

/** Moves the stand-in times of the records to those that were stored. */
function delayStandIns(
  groups: readonly SourceGroup[],
  sources: readonly SettledSource[],
  delays: ReadonlyMap<number, number>,
): void {
  for (const [index, { records }] of groups.entries()) {
    const later = delays.get(sources[index]?.key ?? 0)
    if (later === undefined) continue
    for (const record of records) if (record.isStandIn === true) record.at += later
  }
}

function stateOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}

function valuesOfRecords(
  { now, groups }: Rows,
  sources: readonly SettledSource[],
): { values: unknown[]; standIns: unknown[] } {
  const ordered = groups
    .map(({ records, source: { dataId } }, index) => ({ records, dataId, source: sources[index] as SettledSource }))
    .sort((one, other) => one.source.key - other.source.key)
  let keys = ''
  const times: number[] = []
  const fields: string[] = []
  const firsts: (number | 'null')[] = []
  const lasts: (number | 'null')[] = []
  for (const { records, source } of ordered) {
    let first: number | null = null
    let last: number | null = null
    for (const { at, isStandIn, json } of records) {
      times.push(isStandIn === true ? -at : at)
      fields.push(json)
      if (isStandIn !== true) continue
      first ??= at
      last = at
    }
    firsts.push(first ?? 'null')
    lasts.push(last ?? 'null')
    keys += `${source.key},`.repeat(records.length)
  }
  const values = [
    `{${ordered.map(({ source }) => source.key).join(',')}}`,
    ordered.map(({ source }) => (source.typesChanged ? jsonOfTypes(source.types) : '')).join('\n'),
    new Date(now),
    `{${keys.slice(0, -1)}}`,
    `{${times.join(',')}}`,
    fields.join('\n'),
  ]
  const owners = ordered.map(({ dataId }) => dataId).join('\n')
  return { values, standIns: [`{${firsts.join(',')}}`, `{${lasts.join(',')}}`, owners] }
}

function valuesOfUnits(units: readonly UnitUpdate[]): unknown[] {
  return [
    units.map(({ dataId }) => dataId),
    units.map(({ activeAt }) => new Date(activeAt)),
    units.map(({ source }) => source),
    units.map(({ position }) => (position === undefined ? null : new Date(position.at))),
    units.map(({ position }) => position?.lat ?? null),
    units.map(({ position }) => position?.lon ?? null),
    units.map(({ door }) => door ?? null),
  ]
}

function jsonOfTypes(types: FieldTypeMap): string {
  const pairs = [...types].map(([name, type]) => `${JSON.stringify(name)}:${JSON.stringify(type)}`)
  return `{${pairs.join(',')}}`
}
