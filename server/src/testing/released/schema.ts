import type pg from 'pg'

interface Column {
  readonly type: string
  readonly required: boolean
  readonly hasDefault: boolean
}

/** Columns of each table, by name. */
export type Schema = ReadonlyMap<string, ReadonlyMap<string, Column>>

export async function readSchema(client: pg.ClientBase): Promise<Schema> {
  const { rows } = await client.query<Column & { table: string; name: string }>(`
    select class.relname as table, attname as name, format_type(atttypid, atttypmod) as type,
      attnotnull as required, atthasdef or attidentity <> '' as "hasDefault"
    from pg_attribute join pg_class class on class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    order by 1, attnum`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return new Map(
    Array.from(tables, ([table, columns]) => [table, new Map(columns.map((column) => [column.name, column]))]),
  )
}

/** What a migration takes away from the release before, which still runs beside the new one while servers are changed one by one. */
export function listTaken(before: Schema, after: Schema): string[] {
  return Array.from(before, ([table, columns]) => {
    const now = after.get(table)
    return now === undefined ? [`the table ${table} is gone`] : listTakenOf(table, columns, now)
  }).flat()
}

function listTakenOf(table: string, columns: ReadonlyMap<string, Column>, now: ReadonlyMap<string, Column>): string[] {
  const known = Array.from(columns, ([name, column]) => {
    const current = now.get(name)
    const what = `the column ${table}.${name}`
    if (current === undefined) return [`${what} is gone`]
    return [
      ...(current.type === column.type ? [] : [`${what} is ${current.type} in place of ${column.type}`]),
      ...(current.required && !column.required ? [`${what} is not null`] : []),
      ...(column.hasDefault && !current.hasDefault && current.required ? [`${what} has no default any more`] : []),
    ]
  })
  const added = Array.from(now, ([name, { required, hasDefault }]) =>
    columns.has(name) || !required || hasDefault
      ? []
      : [`the new column ${table}.${name} is not null and has no default`],
  )
  return [...known, ...added].flat()
}
