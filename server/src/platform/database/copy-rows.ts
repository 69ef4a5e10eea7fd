import { finished } from 'node:stream/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const MARK = '/* rows follow */'

/** Runs `copy … from stdin binary` within a transaction, with these rows: PostgreSQL stores them much faster than by `insert`. */
export async function copyRows(
  tx: Pick<Kysely<unknown>, 'executeQuery'>,
  statement: string,
  rows: Buffer,
): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`${MARK} ${statement}`, [rows]))
}

/** Undefined for a statement that is not of `copyRows`. */
export function sendRows(
  client: pg.PoolClient,
  statement: string,
  [rows]: readonly unknown[],
): Promise<{ rows: never[] }> | undefined {
  if (!statement.startsWith(MARK)) return undefined
  const stream = client.query(copyFrom(statement))
  stream.end(rows)
  return finished(stream).then(() => ({ rows: [] }))
}
