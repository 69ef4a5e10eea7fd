import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { toCamelCase } from '#platform/database/camel-case.ts'

export const ROOT = join(import.meta.dirname, '../../..')
const CORE = 'server/src/platform/database/schema.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly defaulted: boolean
  /** PostgreSQL makes its value: an identity, or an expression of other columns. */
  readonly generated: boolean
  readonly comment: string | null
}

/** As the connections of `database.ts` read them. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  'double precision[]': '(number | null)[]',
  integer: 'number',
  'integer[]': 'number[]',
  jsonb: 'unknown',
  json: 'unknown',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
}

const HEAD = `// Written by \`npm run tables\` from the schema that the migrations make. \`tables.ts\` narrows the types of columns.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
`

/** The files that have the types of rows of a migrated database: their paths in the repository, and what \`npm run tables\` writes there. */
export async function describeSchema(connectionString: string): Promise<ReadonlyMap<string, string>> {
  const columns = await listColumns(connectionString)
  const owners = readOwners()
  const files = Map.groupBy(columns, ({ table }) => owners.get(table) ?? CORE)
  return new Map([...files].map(([file, own]) => [file, file === CORE ? ofCore(own) : ofExtension(own)]))
}

/** The file of each table that a migration of an extension creates. */
function readOwners(): ReadonlyMap<string, string> {
  const migrations = globSync('extensions/*/server/migrations/*.ts', { cwd: ROOT })
  return new Map(
    migrations.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/create table (\w+)/g)].map(
        ([, table = '']) => [table, join(dirname(path), '../schema.ts')] as const,
      ),
    ),
  )
}

function ofCore(columns: readonly Column[]): string {
  return `${HEAD}\nexport interface Schema {\n${describeTables(columns)}}\n`
}

/** Only the helpers of types that it has are imported. */
function ofExtension(columns: readonly Column[]): string {
  const tables = describeTables(columns).replaceAll(/^(?=.)/gm, '  ')
  const helpers = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => tables.includes(`${name}<`))
  const [head = ''] = HEAD.split('\n')
  const imports = helpers.length === 0 ? '' : `import type { ${helpers.join(', ')} } from 'kysely'\n`
  return `${head}\n${imports}\ndeclare module '@fieldwatch/server/platform/database/schema' {\n  interface Schema {\n${tables}  }\n}\n`
}

function describeTables(columns: readonly Column[]): string {
  return Object.entries(Object.groupBy(columns, ({ table }) => table))
    .map(([table, own = []]) => `  ${toCamelCase(table)}: {\n${own.map(describeColumn).join('')}  }\n`)
    .join('')
}

function describeColumn(column: Column): string {
  const comment = column.comment === null ? '' : `    /** ${toSentence(column.comment)} */\n`
  return `${comment}    ${toCamelCase(column.name)}: ${describeType(column)}\n`
}

function toSentence(comment: string): string {
  return `${comment.charAt(0).toUpperCase()}${comment.slice(1)}.`
}

function describeType({ table, name, type, nullable, defaulted, generated }: Column): string {
  const read = TYPES[type]
  if (read === undefined) throw new Error(`No type is known for ${type} of ${table}.${name}`)
  const orNull = nullable ? ' | null' : ''
  if (generated) return `GeneratedAlways<${read === 'unknown' ? read : read + orNull}>`
  // JSON is written as text.
  if (read === 'unknown') {
    const omitted = defaulted ? ' | undefined' : ''
    return `ColumnType<unknown, string${orNull}${omitted}, string${orNull}>`
  }
  return defaulted ? `Generated<${read}${orNull}>` : `${read}${orNull}`
}

async function listColumns(connectionString: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(`
      select relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
        atthasdef and attgenerated = '' or attidentity = 'd' as defaulted,
        attidentity = 'a' or attgenerated <> '' as generated, col_description(attrelid, attnum) as comment
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not like 'kysely_%' and attnum > 0 and not attisdropped
      order by relname, attnum`)
    return rows
  } finally {
    await client.end()
  }
}
