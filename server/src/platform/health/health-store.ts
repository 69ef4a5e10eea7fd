import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

/**
 * Rejects unless the database answers, has a table of ours and takes writes.
 * @throws DomainError server/unavailable when it is a standby
 */
export async function requireAnswer(db: Db): Promise<void> {
  const { rows } = await sql<{ reads: string }>`
    select current_setting('transaction_read_only') as reads, exists (select from entity)`.execute(db)
  if (rows[0]?.reads !== 'off') throw new DomainError('server/unavailable')
}
