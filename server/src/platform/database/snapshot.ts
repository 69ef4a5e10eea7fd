import { sql } from 'kysely'
import type { Db } from './database.ts'

interface Reading {
  readonly db: Db
  /** Other connections, from which a statement can be ended that nobody waits for any more. */
  readonly control: Db
  readonly signal: AbortSignal | undefined
}

/**
 * Reads in one state of the database: what is moved from rows to chunks meanwhile is neither missed nor met twice. When the signal
 * comes the statement that is under way is ended.
 */
export async function inSnapshot<T>({ db, control, signal }: Reading, read: (snapshot: Db) => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  if (signal === undefined) return transaction.execute(read)
  return transaction.execute(async (snapshot) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(snapshot)
    let cancelling: Promise<unknown> | undefined
    const cancel = (): void => {
      // Without it the statement goes on until it is done or takes too long.
      cancelling = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(control).catch(() => undefined)
    }
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      return await read(snapshot)
    } finally {
      signal.removeEventListener('abort', cancel)
      // The connection is not given to anybody else before.
      await cancelling
    }
  })
}
