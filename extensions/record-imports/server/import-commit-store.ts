import type pg from 'pg'
import type { StoredSource } from '@fieldwatch/server/doors/ingest/ingest-store'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'

/** What one commit of an import added. Times are epoch milliseconds. */
export interface ImportCommit {
  readonly id: number
  readonly server: string
  readonly start: number
  readonly end: number
  readonly added: number
  /** What stood where its records go, with when that arrived. */
  readonly replaced: {
    readonly at: readonly number[]
    readonly receivedAt: readonly number[]
    readonly json: readonly string[]
  }
}

/** The import was cancelled, or another server works on it. */
export class ImportEndedError extends Error {
  override readonly name = 'ImportEndedError'
}

type Connection = Pick<pg.ClientBase, 'query'>

/**
 * Writes down with the records themselves which ones are of an import, and what they replaced.
 * @throws ImportEndedError when it was ended
 */
export async function writeImportCommit(
  connection: Connection,
  { id, server, start, end, added, replaced }: ImportCommit,
  { key, receivedAt, previousReceivedAt }: StoredSource,
): Promise<void> {
  const { rowCount } = await connection.query(
    `update record_import
     set source_key = $3, first_at = least(first_at, $4), last_at = greatest(last_at, $5),
       counts = counts || jsonb_build_object(
         'added', (counts ->> 'added')::bigint + $6, 'replaced', (counts ->> 'replaced')::bigint + $7)
     where id = $1 and held_by = $2 and state = 'running'`,
    [id, server, key, start, end, added, replaced.at.length],
  )
  if (rowCount === 0) throw new ImportEndedError('The import has ended')
  await noteArrival(connection, { id, start, end, isRestored: false }, { key, receivedAt, previousReceivedAt })
  if (replaced.at.length === 0) return
  await connection.query(
    `insert into record_import_replaced (import_id, at, received_at, fields)
     select $1, at, received_at, fields::json
     from unnest($2::bigint[], $3::bigint[], string_to_array($4, E'\\n')) given (at, received_at, fields)
     on conflict do nothing`,
    [id, replaced.at, replaced.receivedAt, replaced.json.join('\n')],
  )
}

/** Records that an undone import had replaced, all of one owner. Times are epoch milliseconds, in their order. */
export interface RestoredCommit extends Pick<ImportCommit, 'id' | 'server'> {
  /** The import that they are of; undefined when they are of the unit. */
  readonly owner: number | undefined
  readonly at: readonly number[]
}

/**
 * Writes down with records that an undone import had replaced that they are back. Those of another import are that import's again.
 * @throws ImportEndedError when another server undoes it
 */
export async function writeRestoredCommit(
  connection: Connection,
  { id, server, owner, at }: RestoredCommit,
  arrived: Arrived | undefined,
): Promise<void> {
  const { rowCount } = await connection.query(
    `select from record_import where id = $1 and held_by = $2 and state = 'undoing' for update`,
    [id, server],
  )
  if (rowCount === 0) throw new ImportEndedError('Another server undoes the import')
  const [start = 0, end = 0] = [at[0], at.at(-1)]
  if (arrived !== undefined)
    await noteArrival(connection, { id: owner ?? id, start, end, isRestored: owner === undefined }, arrived)
  await connection.query('delete from record_import_replaced where import_id = $1 and at = any ($2)', [id, at])
}

type Arrived = Pick<StoredSource, 'key' | 'receivedAt' | 'previousReceivedAt'>

async function noteArrival(
  connection: Connection,
  { id, start, end, isRestored }: { id: number; start: number; end: number; isRestored: boolean },
  { key, receivedAt, previousReceivedAt }: Arrived,
): Promise<void> {
  await connection.query(
    `insert into record_import_commit (source_key, received_at, import_id, start_at, end_at, restored)
     values ($1, $2, $3, $4, $5, $6)`,
    [key, receivedAt, id, start, end, isRestored],
  )
  await connection.query(
    `update source set heard_at = case when imported_at = $2 then heard_at else $2 end, imported_at = $3
     where source_key = $1`,
    [key, previousReceivedAt, receivedAt],
  )
}

/** Undefined as long as nothing was stored in the source. */
export async function findSourceKey(
  connection: Pick<pg.Pool, 'query'>,
  dataId: DataId,
  name: SourceName,
): Promise<number | undefined> {
  const { rows } = await connection.query<{ source_key: number }>(
    'select source_key from source where data_id = $1 and name = $2',
    [dataId, name],
  )
  return rows[0]?.source_key
}
