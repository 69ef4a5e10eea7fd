import pg from 'pg'
import { withClient } from '@fieldwatch/server/platform/database/with-client'

/** What a superuser can do in a PostgreSQL whose user for the portal is none. */
export interface MissingRights {
  /** Statements without which analysts cannot sign in. */
  readonly needed: readonly string[]
  /** Statements without which analysts can fill the disk, or see that others are there. */
  readonly advised: readonly string[]
}

/** How to connect to the database of analysts, which is beside that of the portal. */
export function connectionToAnalysts(portal: pg.ClientConfig): pg.ClientConfig & { database: string } {
  const { host, port, user = '', password, database = '', ssl } = new pg.Client({ ...portal })
  const given = { host, port, user, ...(typeof password === 'string' ? { password } : {}), ...(ssl ? { ssl } : {}) }
  return { ...given, database: `${database}_sql` }
}

interface Role {
  readonly name: string
  readonly isSuperuser: boolean
  readonly mayCreateRoles: boolean
  readonly mayCreateDatabases: boolean
}

/** Finds what the user of the portal may not do. `connection` is to its own database. */
export async function findMissingRights(connection: pg.ClientConfig): Promise<MissingRights> {
  const inside = connectionToAnalysts(connection)
  const { database } = inside
  const { role, exists } = await withClient(connection, async (client) => {
    const { rows } = await client.query<Role>(
      `select rolname as name, rolsuper as "isSuperuser", rolcreaterole as "mayCreateRoles", rolcreatedb as "mayCreateDatabases"
       from pg_roles where rolname = current_user`,
    )
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    return { role: rows[0], exists: rowCount === 1 }
  })
  if (role === undefined || role.isSuperuser) return { needed: [], advised: [] }
  const { extension, advised } = exists ? await withClient(inside, lookInside) : { extension: false, advised: ADVISED }
  const user = pg.escapeIdentifier(role.name)
  const needed: string[] = []
  if (!role.mayCreateRoles) needed.push(`alter role ${user} createrole;`)
  if (!exists && !(role.mayCreateDatabases && extension))
    needed.push(`create database ${pg.escapeIdentifier(database)} owner ${user};`)
  if (!extension) {
    needed.push(`\\connect ${database}`)
    needed.push(`create schema if not exists private authorization ${user};`, 'create extension dblink schema private;')
  }
  const connect = advised.length > 0 && extension ? [`\\connect ${database}`] : []
  return {
    needed,
    advised: [...connect, ...advised.map((statement) => statement.replace('$database', pg.escapeIdentifier(database)))],
  }
}

const FUNCTIONS = [
  'lo_creat(integer)',
  'lo_create(oid)',
  'lo_from_bytea(oid, bytea)',
  'lowrite(integer, bytea)',
  'lo_put(oid, bigint, bytea)',
  'pg_notify(text, text)',
  'pg_current_xact_id()',
  'txid_current()',
]
const REVOKE = `revoke execute on function ${FUNCTIONS.join(', ')} from public;`
const LIMIT = `alter database $database set temp_file_limit = '4GB';`
const LOGS = [
  `alter database $database set log_min_messages = 'fatal';`,
  `alter database $database set log_min_error_statement = 'panic';`,
]
const ADVISED = [REVOKE, LIMIT, ...LOGS]

async function lookInside(client: pg.Client): Promise<{ extension: boolean; advised: string[] }> {
  const { rows } = await client.query<{ extension: boolean; open: boolean; limited: boolean; quiet: boolean }>(
    `select exists (
         select from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
         where extname = 'dblink' and nspname = 'private'
       ) as extension,
       has_function_privilege('public', 'pg_catalog.lo_create(oid)', 'execute')
         or has_function_privilege('public', 'pg_catalog.pg_notify(text, text)', 'execute') as open,
       current_setting('temp_file_limit') <> '-1' as limited,
       current_setting('log_min_messages') in ('fatal', 'panic') as quiet`,
  )
  const { extension = false, open = true, limited = false, quiet = false } = rows[0] ?? {}
  return { extension, advised: [...(open ? [REVOKE] : []), ...(limited ? [] : [LIMIT]), ...(quiet ? [] : LOGS)] }
}
