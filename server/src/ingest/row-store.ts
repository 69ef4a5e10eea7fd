import type pg from 'pg'
import type { FieldTypeMap } from './field-types.ts'
import type { SourceGroup } from './record-group.ts'
import type { UnitUpdate } from './unit-activity.ts'

/** A source whose key the database has told. */
export interface SettledSource {
  readonly key: number
  readonly types: FieldTypeMap
  /** Whether the types are not in the database yet. */
  readonly typesChanged: boolean
}

interface Rows {
  /** Epoch milliseconds. */
  readonly now: number
  readonly groups: readonly SourceGroup[]
  readonly units: readonly UnitUpdate[]
}

/** A division by zero is how the statement says that a source is not there: so nothing of it is stored. */
const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'

/**
 * Sources are updated in the order of their keys, so that two servers seldom wait for each other crosswise; if they do, one of them
 * tries again. JSON has no line breaks: many texts travel as one.
 */
const writeRowsText = (onConflict: string): string => `
  with touched as (
    update source
    set last_received_at = greatest($3::timestamptz, source.last_received_at + interval '1 millisecond'),
        field_types = coalesce(nullif(given.field_types, '')::jsonb, source.field_types)
    from unnest($1::bigint[], string_to_array($2, E'\\n')) given (source_key, field_types)
    where source.source_key = given.source_key
    returning source.source_key, source.last_received_at
  ), stored as (
    insert into record (source_key, at, received_at, fields)
    select given.source_key, to_timestamp(given.at / 1000), touched.last_received_at, given.fields::json
    from unnest($4::bigint[], $5::float8[], string_to_array($6, E'\\n')) given (source_key, at, fields)
    join touched using (source_key)
    ${onConflict}
  ), active as (
    update unit
    set last_activity_at = greatest(unit.last_activity_at, given.active_at),
        last_message = given.source,
        current_lat = case when newer then given.lat else current_lat end,
        current_lon = case when newer then given.lon else current_lon end,
        located_at = case when newer then given.located_at else unit.located_at end
    from (
      select given.*, given.located_at >= coalesce(unit.located_at, '-infinity') as newer
      from unnest($7::text[], $8::timestamptz[], $9::text[], $10::timestamptz[], $11::float8[], $12::float8[])
        given (data_id, active_at, source, located_at, lat, lon)
      join unit using (data_id)
      order by given.data_id
    ) given
    where unit.data_id = given.data_id
  )
  select source_key, (extract(epoch from last_received_at) * 1000)::bigint as received_at
  from touched
  where 1 / (case when (select count(*) from touched) = cardinality($1::bigint[]) then 1 else 0 end) = 1`

/** Twice as fast as with a look at what is there, where it is known that nothing is. */
const INSERT_ROWS = { name: 'insert-rows', text: writeRowsText('') }

const REPLACE_ROWS = {
  name: 'replace-rows',
  text: writeRowsText(
    'on conflict (source_key, at) do update set received_at = excluded.received_at, fields = excluded.fields',
  ),
}

type Connection = pg.Pool | pg.PoolClient
type Arrivals = ReadonlyMap<number, number>

/**
 * Writes records as rows, and what their units did, in one statement: all of it or nothing. A record replaces the one that has its
 * time. Returns the time of arrival (epoch ms) by key of source; `gone` when a source is not there any more.
 */
export function writeRows(
  connection: Connection,
  rows: Rows,
  sources: readonly SettledSource[],
): Promise<Arrivals | 'gone'> {
  return write(connection, REPLACE_ROWS, rows, sources)
}

/** As `writeRows`, of records that are believed to be the newest of their sources; `there` when that is not so. */
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
  const values = [...valuesOfRecords(rows, sources), ...valuesOfUnits(rows.units)]
  try {
    const result = await connection.query<{ source_key: number; received_at: number }>({ ...statement, values })
    // The division is not made where there is no row to make it for.
    if (result.rows.length < sources.length) return 'gone'
    return new Map(result.rows.map((row) => [row.source_key, row.received_at]))
  } catch (error) {
    if (stateOf(error) === DIVISION_BY_ZERO) return 'gone'
    throw error
  }
}

function stateOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}

function valuesOfRecords({ now, groups }: Rows, sources: readonly SettledSource[]): unknown[] {
  const ordered = groups
    .map(({ records }, index) => ({ records, source: sources[index] as SettledSource }))
    .sort((one, other) => one.source.key - other.source.key)
  const keys: number[] = []
  const times: number[] = []
  const fields: string[] = []
  for (const { records, source } of ordered) {
    for (const record of records) {
      keys.push(source.key)
      times.push(record.at)
      fields.push(record.json)
    }
  }
  return [
    `{${ordered.map(({ source }) => source.key).join(',')}}`,
    ordered.map(({ source }) => (source.typesChanged ? jsonOfTypes(source.types) : '')).join('\n'),
    new Date(now),
    `{${keys.join(',')}}`,
    `{${times.join(',')}}`,
    fields.join('\n'),
  ]
}

function valuesOfUnits(units: readonly UnitUpdate[]): unknown[] {
  return [
    units.map(({ dataId }) => dataId),
    units.map(({ activeAt }) => new Date(activeAt)),
    units.map(({ source }) => source),
    units.map(({ position }) => (position === undefined ? null : new Date(position.at))),
    units.map(({ position }) => position?.lat ?? null),
    units.map(({ position }) => position?.lon ?? null),
  ]
}

function jsonOfTypes(types: FieldTypeMap): string {
  const pairs = [...types].map(([name, type]) => `${JSON.stringify(name)}:${JSON.stringify(type)}`)
  return `{${pairs.join(',')}}`
}
