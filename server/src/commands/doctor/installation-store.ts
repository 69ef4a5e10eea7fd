import type pg from 'pg'
import { createCatalogStore } from '#platform/backup/catalog-store.ts'

export interface Installation {
  readonly major: number
  readonly databaseTime: number
  /** When the newest record arrived; undefined without any. */
  readonly newestArrival: number | undefined
  /** Oldest first; none in a database that nothing was put in. */
  readonly migrations: readonly string[]
  /** The servers that run, with what they do. */
  readonly servers: readonly { readonly roles: readonly string[] }[]
  readonly admins: number
  readonly waitingMails: number
  /** Pages of the database that were read and are not as they were written. */
  readonly damagedPages: number
  /** Whether old records are in a bucket. */
  readonly hasMovedRecords: boolean
}

/** Reads the properties of an installation, with the schema of any release. */
export async function readInstallation(client: pg.ClientBase): Promise<Installation> {
  const [server] = await list<{ version: string; now: Date }>(
    client,
    `select current_setting('server_version_num') as version, clock_timestamp() as now`,
  )
  const migrations = await createCatalogStore(client).listMigrations()
  const fresh = migrations.length === 0
  const [newest] = fresh
    ? []
    : await list<{ at: Date | null }>(client, 'select max(last_received_at) as at from source')
  const [pages] = await list<{ damaged: number }>(
    client,
    `select coalesce(checksum_failures, 0)::int as damaged from pg_stat_database where datname = current_database()`,
  )
  const isMovable = await count(
    client,
    `information_schema.columns
     where table_schema = current_schema() and table_name = 'record_chunk' and column_name = 'object_id'`,
  )
  const moved =
    isMovable === 0 ? 0 : await count(client, '(select from record_chunk where object_id is not null limit 1) moved')
  return {
    hasMovedRecords: moved > 0,
    damagedPages: pages?.damaged ?? 0,
    major: Math.floor(Number(server?.version) / 10_000),
    databaseTime: server?.now.getTime() ?? 0,
    newestArrival: newest?.at?.getTime(),
    migrations,
    servers: fresh
      ? []
      : await list<{ roles: string[] }>(
          client,
          `select array(select jsonb_array_elements_text(to_jsonb(server) -> 'roles')) as roles
           from server where expires_at > clock_timestamp() and jsonb_typeof(to_jsonb(server) -> 'roles') = 'array'`,
        ),
    admins: fresh ? 0 : await count(client, `app_user where role = 'admin' and status = 'active'`),
    waitingMails: fresh
      ? 0
      : await count(
          client,
          `outbox where sent_at is null and to_jsonb(outbox) ->> 'failed_at' is null and created_at < now() - interval '1 hour'`,
        ),
  }
}

async function count(client: pg.ClientBase, from: string): Promise<number> {
  const [row] = await list<{ count: number }>(client, `select count(*)::int as count from ${from}`)
  return row?.count ?? 0
}

async function list<T extends pg.QueryResultRow>(client: pg.ClientBase, text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows
}
