import type pg from 'pg'
import type { Stretch } from '../stretches.ts'
import { arrayText, createSourceKeys, tableBytes } from './postgres.ts'
import type { Yardstick } from './store.ts'

/** A plain table with one jsonb row a record, as most portals keep it. */
export async function createRowTable(pool: pg.Pool): Promise<Yardstick> {
  await pool.query(`
    create table record_row (
      source_key int not null, at timestamptz(3) not null, fields jsonb not null, primary key (source_key, at)
    )`)
  const keyOf = createSourceKeys()
  const prefixes = new Map<number, string>()
  return {
    name: 'jsonb rows',
    prepare: (stretches) => {
      const columns = columnsOf(stretches, (unit, source) => {
        const key = keyOf(unit, source)
        prefixes.set(key, unit)
        return key
      })
      return async () => {
        await pool.query(INSERT, columns)
      }
    },
    settle: async () => {
      await pool.query('vacuum analyze record_row')
    },
    storedBytes: () => tableBytes(pool, 'record_row'),
    drawSeries: async (range, width) => {
      const columns = range.fields.map((name) => `min((fields->>'${name}')::float8), max((fields->>'${name}')::float8)`)
      const pixel = `floor(extract(epoch from at - to_timestamp($2::float8 / 1000)) * 1000 * ${width} / ($3::float8 - $2::float8))`
      const result = await pool.query<unknown[]>({
        text: `select ${pixel} as pixel, ${columns.join(', ')} from record_row where ${RANGE} group by pixel order by pixel`,
        values: [keyOf(range.unit, range.source), range.from, range.to],
        rowMode: 'array',
      })
      return { count: () => result.rows.length }
    },
    exportRange: async (range) => {
      const result = await pool.query<unknown[]>({
        text: `select extract(epoch from at) * 1000, fields::text from record_row where ${RANGE} order by at`,
        values: [keyOf(range.unit, range.source), range.from, range.to],
        rowMode: 'array',
      })
      return { count: () => result.rows.length }
    },
    readLatest: async (unitPrefix) => {
      const keys = [...prefixes].filter(([, unit]) => unit.startsWith(unitPrefix)).map(([key]) => key)
      const { rows } = await pool.query(LATEST, [arrayText(keys)])
      return { count: () => rows.length }
    },
    countPeriods: async ({ unit, source, field }, limit) => {
      const { rows } = await pool.query<{ count: string }>(PERIODS, [keyOf(unit, source), field, limit])
      return Number(rows[0]?.count)
    },
    close: () => Promise.resolve(),
  }
}

const INSERT = `
  insert into record_row select key, to_timestamp(at / 1000.0), fields::jsonb
  from unnest($1::int[], $2::float8[], $3::text[]) as one (key, at, fields)
  on conflict (source_key, at) do update set fields = excluded.fields`

const RANGE = 'source_key = $1 and at >= to_timestamp($2::float8 / 1000) and at < to_timestamp($3::float8 / 1000)'

const LATEST = `
  select source_key, newest.* from unnest($1::int[]) as source_key, lateral (
    select at, fields::text from record_row where record_row.source_key = source_key.source_key order by at desc limit 1
  ) newest`

/** Numbers the periods by counting where they begin, and gathers each. */
const PERIODS = `
  with compared as (
    select at, (fields->>$2)::float8 > $3::float8 as holds from record_row where source_key = $1
  ), known as (
    select at, holds, lag(holds) over by_time as held, lag(at) over by_time as before
    from compared window by_time as (order by at)
  ), numbered as (
    select at, holds,
      sum((holds and (held is not true or at - before > interval '1 hour'))::int) over (order by at) as period
    from known
  )
  select count(*) from (select period, min(at), max(at) from numbered where holds group by period) found`

function columnsOf(stretches: readonly Stretch[], keyOf: (unit: string, source: string) => number): string[] {
  const keys: number[] = []
  const times: number[] = []
  const rows: string[] = []
  for (const { unit, source, fields, records } of stretches) {
    const key = keyOf(unit, source)
    for (const { at, values } of records) {
      keys.push(key)
      times.push(at)
      const pairs = values.map((value, field) => `\\"${fields[field]}\\":${value}`)
      rows.push(`"{${pairs.join(',')}}"`)
    }
  }
  return [arrayText(keys), arrayText(times), arrayText(rows)]
}
