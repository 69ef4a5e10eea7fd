import { join } from 'node:path'
import pg from 'pg'

/** Below the number of connections that the portal's PostgreSQL has to spare. */
const CONNECTIONS = 16

/** Opens a database in the portal's own PostgreSQL, over its socket. */
export function openPool(dataFolder: string, database: string): pg.Pool {
  const pool = new pg.Pool({
    host: join(dataFolder, 'postgres-socket'),
    user: 'postgres',
    database,
    max: CONNECTIONS,
    application_name: 'bench',
  })
  pool.on('error', (error) => console.error(`PostgreSQL: ${error.message}`))
  return pool
}

/** Numbers every source once, as the portal does. */
export function createSourceKeys(): (unit: string, source: string) => number {
  const keys = new Map<string, number>()
  return (unit, source) => {
    const name = `${unit}/${source}`
    const key = keys.get(name) ?? keys.size + 1
    keys.set(name, key)
    return key
  }
}

/** An array parameter as PostgreSQL reads it, of things that need no quotes. */
export function arrayText(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}

export async function tableBytes(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('select pg_total_relation_size($1::regclass) as bytes', [table])
  return Number(rows[0]?.bytes)
}
