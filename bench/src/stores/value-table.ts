import type pg from 'pg'
import { ALL_FIELDS, type Stretch } from '../stretches.ts'
import { arrayText, createSourceKeys, tableBytes } from './postgres.ts'
import type { SourceRange, Yardstick } from './store.ts'

/** A table with one row a value, as general telemetry stores keep it. */
export async function createValueTable(pool: pg.Pool): Promise<Yardstick> {
  await pool.query(`
    create table value_row (
      source_key int not null, field int not null, at timestamptz(3) not null, value float8 not null,
      primary key (source_key, field, at)
    )`)
  const keyOf = createSourceKeys()
  const units = new Map<number, string>()
  const parametersOf = (range: SourceRange): unknown[] => [
    keyOf(range.unit, range.source),
    range.from,
    range.to,
    arrayText(range.fields.map((name) => ALL_FIELDS.indexOf(name))),
  ]
  return {
    name: 'one row a value',
    prepare: (stretches) => {
      const columns = columnsOf(stretches, (unit, source) => {
        const key = keyOf(unit, source)
        units.set(key, unit)
        return key
      })
      return async () => {
        await pool.query(INSERT, columns)
      }
    },
    settle: async () => {
      await pool.query('vacuum analyze value_row')
    },
    storedBytes: () => tableBytes(pool, 'value_row'),
    drawSeries: async (range, width) => {
      const pixel = `floor(extract(epoch from at - to_timestamp($2::float8 / 1000)) * 1000 * ${width} / ($3::float8 - $2::float8))`
      const result = await pool.query<unknown[]>({
        text: `select field, ${pixel} as pixel, min(value), max(value) from value_row where ${RANGE} group by field, pixel order by field, pixel`,
        values: parametersOf(range),
        rowMode: 'array',
      })
      return { count: () => result.rows.length / range.fields.length }
    },
    exportRange: async (range) => {
      const result = await pool.query<unknown[]>({
        text: `select field, extract(epoch from at) * 1000, value from value_row where ${RANGE} order by field, at`,
        values: parametersOf(range),
        rowMode: 'array',
      })
      return { count: () => result.rows.length / range.fields.length }
    },
    readLatest: async (unitPrefix) => {
      const keys = [...units].filter(([, unit]) => unit.startsWith(unitPrefix)).map(([key]) => key)
      const { rows } = await pool.query(LATEST, [arrayText(keys), arrayText([...ALL_FIELDS.keys()])])
      return { count: () => rows.length / ALL_FIELDS.length }
    },
    close: () => Promise.resolve(),
  }
}

const INSERT = `
  insert into value_row select key, field, to_timestamp(at / 1000.0), value
  from unnest($1::int[], $2::int[], $3::float8[], $4::float8[]) as one (key, field, at, value)
  on conflict (source_key, field, at) do update set value = excluded.value`

const RANGE = `
  source_key = $1 and field = any($4::int[])
  and at >= to_timestamp($2::float8 / 1000) and at < to_timestamp($3::float8 / 1000)`

const LATEST = `
  select source_key, field, newest.* from unnest($1::int[]) as source_key, unnest($2::int[]) as field, lateral (
    select at, value from value_row
    where value_row.source_key = source_key.source_key and value_row.field = field.field order by at desc limit 1
  ) newest`

function columnsOf(stretches: readonly Stretch[], keyOf: (unit: string, source: string) => number): string[] {
  const keys: number[] = []
  const fields: number[] = []
  const times: number[] = []
  const values: number[] = []
  for (const { unit, source, fields: names, records } of stretches) {
    const key = keyOf(unit, source)
    const numbers = names.map((name) => ALL_FIELDS.indexOf(name))
    for (const record of records) {
      for (const [place, value] of record.values.entries()) {
        keys.push(key)
        fields.push(numbers[place] as number)
        times.push(record.at)
        values.push(value)
      }
    }
  }
  return [arrayText(keys), arrayText(fields), arrayText(times), arrayText(values)]
}
